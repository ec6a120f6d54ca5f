package dev.gme.cli.spark;

import dev.gme.cli.files.SeedOption;
import dev.gme.frontend.corpus.FrameSample;
import dev.gme.frontend.gmm.UbmTrainer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains a mixture on a cluster. */
@Command(
    name = "ubm",
    description = {
      "Train a mixture of Gaussians with diagonal covariances on frames, by EM from one Gaussian"
          + " that is split again and again: the numbers of 'gme ubm train'.",
      "A checkpoint is kept after each iteration until the mixture is written."
    },
    footer = {
      "  gme spark train ubm --features train.scp --out ubm.safetensors",
      "  gme spark train ubm --features train.scp --gaussians 256 \\",
      "      --max-frames 100000000 -o ubm.safetensors"
    })
public final class SparkTrainUbmCommand extends SparkJobCommand {
  @Mixin FrameOptions frames;

  @Option(names = "--gaussians", paramLabel = "N", description = "Number of Gaussians.")
  int gaussians = UbmTrainer.Options.DEFAULT.components();

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Iterations of EM at the final size of the mixture.")
  int iterations = UbmTrainer.Options.DEFAULT.iterations();

  @Option(
      names = "--max-frames",
      paramLabel = "N",
      description = "Train on at most so many frames, spread over all recordings.")
  int maxFrames = FrameSample.MOST;

  @Mixin SeedOption seed = new SeedOption(UbmTrainer.Options.DEFAULT.seed());

  @Mixin ResumeFlag resume;

  @Override
  String job() {
    return "train-ubm";
  }
}
