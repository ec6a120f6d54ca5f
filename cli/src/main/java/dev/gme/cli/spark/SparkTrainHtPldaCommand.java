package dev.gme.cli.spark;

import dev.gme.cli.files.HeavyTailFlags;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Trains heavy-tailed PLDA on a cluster. */
@Command(
    name = "htplda",
    description = {
      "Train heavy-tailed PLDA: Gaussian PLDA by EM with nu plugged in, optionally refined by"
          + " variational Bayes (--vb). Unless --chain asks for it there is no preprocessing.",
      "A checkpoint is kept after each iteration until the model is written."
    },
    footer = {
      "  gme spark train htplda --vectors train.parquet --out gme.gme",
      "  gme spark train htplda --vectors train.parquet --vb --out vb.gme"
    })
public final class SparkTrainHtPldaCommand extends SparkJobCommand {
  @Mixin PldaTrainingOptions training;

  @Mixin HeavyTailFlags tail;

  @Override
  String job() {
    return "train-htplda";
  }
}
