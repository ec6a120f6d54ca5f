package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.HeavyTailFlags;
import dev.gme.cli.files.LineProgress;
import dev.gme.core.model.StepSpec;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.evaluate.TextTable;
import dev.gme.lab.system.GaussianPlda;
import dev.gme.lab.system.NuChoice;
import dev.gme.lab.system.PluggedNu;
import dev.gme.lab.system.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains heavy-tailed PLDA, by a plugged-in nu or by variational Bayes. */
@Command(
    name = "htplda",
    description = {
      "Train heavy-tailed PLDA: Gaussian PLDA by EM with nu plugged in, optionally refined by"
          + " variational Bayes (--vb).",
      "Unless options ask for preprocessing there is none: the length of a vector tells the model how"
          + " reliable the vector is."
    },
    footer = {
      "  gme train htplda numpy/train.npy --labels numpy/train.utt2spk --out gme.gme",
      "  gme train htplda numpy/train.npy --labels numpy/train.utt2spk --vb \\",
      "      --checkpoint ckpt --out vb.gme",
      "  gme train htplda numpy/train.npy --labels numpy/train.utt2spk --nu-profile \\",
      "      --out best.gme"
    })
final class TrainHtPldaCommand extends TrainingCommand {
  @Mixin HeavyTailFlags tail;

  @Option(
      names = "--nu-profile",
      description =
          "Choose nu: train on nine tenths of the speakers, print the held-out loss (cross-entropy at"
              + " --prior) on the others for each nu of a grid, and take the best one.")
  boolean profile;

  @Mixin TargetPrior prior;

  @Mixin PreprocessingOptions preprocessing;
  @Mixin EmCommandOptions em;

  @Override
  public Integer call() throws IOException {
    List<StepSpec> before = preprocessing.specs(spec, List.of());
    GaussianPlda gaussian = em.step(spec);
    Step bayes = CheckedOptions.of(spec, tail::variationalBayes);
    PluggedNu plugged = CheckedOptions.of(spec, () -> new PluggedNu(tail.nu()));
    NuChoice choice = CheckedOptions.of(spec, () -> new NuChoice(prior.value, em.seed.value()));
    TrainSet set = input.read();
    List<Step> steps = new ArrayList<>(PreprocessingOptions.steps(before));
    steps.add(gaussian);
    steps.add(profile ? chosen(choice, before, gaussian, set) : plugged);
    if (tail.isVb()) {
      steps.add(bayes);
    }
    output.train(steps, set);
    return 0;
  }

  private PluggedNu chosen(
      NuChoice choice, List<StepSpec> before, GaussianPlda gaussian, TrainSet set) {
    NuChoice.Profile found;
    try (LineProgress progress = LineProgress.of(terminal, "profile of nu")) {
      found = choice.of(before, gaussian.dimension(), gaussian.em(), set, progress);
    }
    TextTable table = new TextTable("nu", "cross-entropy");
    for (NuChoice.Tried tried : found.tried()) {
      table.row(number(tried.nu()), String.format(Locale.ROOT, "%.4f", tried.crossEntropy()));
    }
    terminal.say(
        "Held-out speakers, cross-entropy over that of the prior " + number(prior.value) + ":");
    table.lines().forEach(terminal::say);
    terminal.say("Best: nu = " + number(found.best()) + ".");
    return new PluggedNu(found.best());
  }

  private static String number(double x) {
    return Double.isInfinite(x) ? "Infinity" : String.format(Locale.ROOT, "%.3g", x);
  }
}
