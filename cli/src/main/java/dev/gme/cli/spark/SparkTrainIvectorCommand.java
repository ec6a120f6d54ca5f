package dev.gme.cli.spark;

import dev.gme.cli.files.SeedOption;
import dev.gme.frontend.gmm.Pruning;
import dev.gme.frontend.ivector.IvectorTrainer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains an extractor of i-vectors on a cluster. */
@Command(
    name = "ivector",
    description = {
      "Train an i-vector extractor on frames, by EM with minimum divergence: the numbers of 'gme"
          + " ivector train'.",
      "Recordings are cut into at most 64 parts, each of which a task sums up by itself: give tasks"
          + " several threads by --conf spark.task.cpus=N and --conf"
          + " spark.executor.extraJavaOptions=-Dgme.threads=N. A checkpoint is kept after each"
          + " iteration until the extractor is written."
    },
    footer = {
      "  gme spark train ivector --features train.scp --ubm ubm.safetensors \\",
      "      --out x.safetensors",
      "  gme spark train ivector --features train.scp --ubm ubm.safetensors \\",
      "      --dim 100 --out x.safetensors --resume"
    })
public final class SparkTrainIvectorCommand extends SparkJobCommand {
  @Mixin FrameOptions frames;

  @Option(
      names = "--ubm",
      paramLabel = "FILE",
      required = true,
      description = "The mixture that aligns frames, of gme ubm train or gme spark train ubm.")
  String ubm;

  @Option(names = "--dim", paramLabel = "N", description = "Dimension of the i-vectors.")
  int dim = IvectorTrainer.Options.DEFAULT.dimension();

  @Option(names = "--iterations", paramLabel = "N", description = "Iterations of EM.")
  int iterations = IvectorTrainer.Options.DEFAULT.iterations();

  @Option(
      names = "--gaussians",
      paramLabel = "N",
      description = "Gaussians that a frame is aligned with at most.")
  int gaussians = Pruning.DEFAULT.topN();

  @Option(
      names = "--min-posterior",
      paramLabel = "P",
      description = "Posteriors below this are dropped.")
  double minPosterior = Pruning.DEFAULT.minPosterior();

  @Mixin SeedOption seed = new SeedOption(IvectorTrainer.Options.DEFAULT.seed());

  @Mixin ResumeFlag resume;

  @Override
  String job() {
    return "train-ivector";
  }
}
