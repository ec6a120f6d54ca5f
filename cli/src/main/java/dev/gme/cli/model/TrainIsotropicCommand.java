package dev.gme.cli.model;

import dev.gme.core.model.StepSpec;
import dev.gme.lab.system.Isotropic;
import dev.gme.lab.system.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Trains isotropic PLDA, the cosine with log-likelihood ratios. */
@Command(
    name = "isotropic",
    description = {
      "Train isotropic PLDA: one variance between speakers and one within, for few recordings of"
          + " many dimensions.",
      "Unless options say otherwise vectors are scaled to one length, then centred. Two recordings are"
          + " ranked nearly as by the cosine, but scores are log-likelihood ratios, and several"
          + " enrolment recordings count as several.",
      "With --chain length nothing is subtracted, and two recordings are ranked exactly as by the raw"
          + " cosine; calibrate such scores."
    },
    footer = {
      "  gme train isotropic numpy/train.npy --labels numpy/train.utt2spk --out iso.gme",
      "  gme train isotropic numpy/train.npy --labels numpy/train.utt2spk \\",
      "      --chain length --out c.gme"
    })
final class TrainIsotropicCommand extends TrainingCommand {
  @Mixin PreprocessingOptions preprocessing;

  @Override
  public Integer call() throws IOException {
    List<Step> steps =
        new ArrayList<>(preprocessing.steps(spec, List.of(StepSpec.length(), StepSpec.centre())));
    steps.add(new Isotropic());
    output.train(steps, input.read());
    return 0;
  }
}
