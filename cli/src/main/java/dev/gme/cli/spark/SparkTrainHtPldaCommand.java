package dev.gme.cli.spark;

import dev.gme.lab.system.StepDefaults;
import dev.gme.lab.system.VariationalBayes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

  @Option(names = "--nu", paramLabel = "NU", description = "Degrees of freedom of the noise.")
  double nu = StepDefaults.NU;

  @Option(names = "--vb", description = "Refine the model by variational Bayes after EM.")
  boolean vb;

  @Option(
      names = "--vb-iterations",
      paramLabel = "N",
      description = "Iterations of variational Bayes.")
  int vbIterations = VariationalBayes.DEFAULT.iterations();

  @Option(
      names = "--mean-field",
      paramLabel = "N",
      description =
          "Let variational Bayes estimate scales and speakers jointly, by N alternations; unless"
              + " given, the scale is estimated from each recording alone.")
  Integer meanField;

  @Override
  String job() {
    return "train-htplda";
  }
}
