package dev.gme.cli.spark;

import dev.gme.cli.files.CovarianceFlags;
import dev.gme.lab.model.AdaptationOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Adapts a model to a table of vectors on a cluster. */
@Command(
    name = "adapt",
    description = {
      "Adapt a model to a new domain with a table of its vectors, which need no labels, to the same"
          + " numbers as 'gme adapt' makes of the same vectors.",
      "The ways (--method) are those that need nothing but sums: mean, kaldi, coral, coral+; auto,"
          + " the default, is the mean. A run that ended before it was done starts anew: it is one"
          + " pass over the vectors, or seven where nu is finite."
    },
    footer = {
      "  gme spark adapt --model plda.gme --vectors calls.parquet --out adapted.gme",
      "  gme spark adapt --model plda.gme --vectors calls.parquet --method coral+ \\",
      "      -o adapted.gme"
    })
public final class SparkAdaptCommand extends SparkJobCommand {
  @Option(
      names = {"-m", "--model"},
      required = true,
      paramLabel = "FILE",
      description = "The model: of gme, Kaldi or NumPy.")
  String model;

  @Mixin VectorTableOptions table;

  @Option(
      names = "--method",
      paramLabel = "WAY",
      description = "How: auto, mean, kaldi, coral or coral+.")
  String method = AdaptationOptions.DEFAULT.method().toString();

  @Mixin CovarianceFlags covariances;

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FILE",
      description = "Where to write the adapted model.")
  String out;

  @Override
  String job() {
    return "adapt";
  }
}
