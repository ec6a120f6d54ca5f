package dev.gme.cli.spark;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Trains Gaussian PLDA on a cluster. */
@Command(
    name = "plda",
    description = {
      "Train Gaussian PLDA by EM, with the preprocessing of 'gme train plda': centre, whiten-total,"
          + " length, centre.",
      "A checkpoint is kept after each iteration until the model is written."
    },
    footer = {
      "  gme spark train plda --vectors train.parquet --out plda.gme",
      "  gme spark train plda --vectors train.parquet --out plda.gme --resume",
      "  gme spark train plda --vectors train.scp --labels utt2spk --out plda.gme"
    })
public final class SparkTrainPldaCommand extends SparkJobCommand {
  @Mixin PldaTrainingOptions training;

  @Override
  String job() {
    return "train-plda";
  }
}
