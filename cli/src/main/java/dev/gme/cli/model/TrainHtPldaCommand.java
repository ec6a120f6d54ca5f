package dev.gme.cli.model;

import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.Valid;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Trained;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.HtPldaVb;
import dev.gme.core.train.plda.NuProfile;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.formats.LabelledVectors;
import dev.gme.lab.evaluate.TextTable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Trains heavy-tailed PLDA. */
@Command(
    name = "htplda",
    description = {
      "Train heavy-tailed PLDA: Gaussian PLDA by EM with nu plugged in, optionally refined by"
          + " variational Bayes (--vb).",
      "Unless options ask for preprocessing there is none: the length of a vector tells the model how"
          + " reliable the vector is."
    },
    footer = {
      "  gme train htplda train.scp --labels utt2spk --nu 2 --out htplda.gme",
      "  gme train htplda train.npz --vb --checkpoint ckpt --out vb.gme",
      "  gme train htplda train.npz --nu-profile --out htplda.gme"
    })
final class TrainHtPldaCommand implements Callable<Integer> {
  @Mixin TrainingInput input;

  @Option(
      names = "--nu",
      paramLabel = "NU",
      description = "Degrees of freedom of the noise (default: ${DEFAULT-VALUE}).")
  double nu = 2;

  @Option(
      names = "--nu-profile",
      description =
          "Choose nu: train on nine tenths of the speakers, print the held-out loss (cross-entropy)"
              + " on the others for each nu of a grid, and take the best one.")
  boolean profile;

  @Option(
      names = "--prior",
      paramLabel = "P",
      description = "Prior of a target trial for --nu-profile (default: ${DEFAULT-VALUE}).")
  double prior = 0.01;

  @Option(names = "--vb", description = "Refine the model by variational Bayes after EM.")
  boolean vb;

  @Option(
      names = "--vb-iterations",
      paramLabel = "N",
      description = "Iterations of variational Bayes (default: ${DEFAULT-VALUE}).")
  int vbIterations = HtPldaVb.DEFAULT.iterations();

  @Option(
      names = "--mean-field",
      paramLabel = "N",
      description =
          "Let variational Bayes estimate scales and speakers jointly, by N alternations; unless"
              + " given, the scale is estimated from each recording alone.")
  Integer meanField;

  @Mixin PreprocessingOptions preprocessing;
  @Mixin EmCommandOptions em;
  @Mixin TrainingOutput output;
  @Spec CommandSpec spec;

  private final Terminal terminal;

  TrainHtPldaCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    List<StepSpec> plans = Valid.of(spec, () -> preprocessing.plans(List.of()));
    var emOptions = Valid.of(spec, em::options);
    HtPldaVb bayes = Valid.of(spec, this::variationalBayes);
    Valid.require(nu > 0, spec, "--nu must be positive, found " + nu);
    Valid.require(prior > 0 && prior < 1, spec, "--prior must lie between 0 and 1, found " + prior);
    LabelledVectors set = input.read();
    TrainingData data = input.data(set);
    PldaRecipe gaussian = em.gaussian(spec, data, plans, emOptions);
    PldaRecipe plugged = gaussian.withNu(profile ? chosenNu(gaussian, data) : nu);
    PldaRecipe recipe = vb ? plugged.then(bayes) : plugged;
    Trained<Pipeline> trained;
    try (LineProgress progress = LineProgress.ofTraining(terminal)) {
      trained = recipe.train(data, output.checkpoints(set, recipe), progress);
    }
    output.write(trained, trained.model(), set);
    return 0;
  }

  private HtPldaVb variationalBayes() {
    HtPldaVb.ScaleStep step =
        meanField == null ? HtPldaVb.ScaleStep.closed() : HtPldaVb.ScaleStep.meanField(meanField);
    return HtPldaVb.DEFAULT.withScaleStep(step).withIterations(vbIterations);
  }

  private double chosenNu(PldaRecipe gaussian, TrainingData data) {
    NuProfile found;
    try (LineProgress progress = LineProgress.of(terminal, "profile of nu")) {
      found =
          gaussian.profile(
              data, NuProfile.GRID, 0.1, Math.log(prior / (1 - prior)), em.seed, progress);
    }
    TextTable table = new TextTable("nu", "cross-entropy");
    for (NuProfile.Point point : found.points()) {
      table.row(number(point.nu()), String.format(Locale.ROOT, "%.4f", point.normalizedBxe()));
    }
    terminal.say("Held-out speakers, cross-entropy over that of the prior " + number(prior) + ":");
    table.lines().forEach(terminal::say);
    double best = found.best().nu();
    terminal.say("Best: nu = " + number(best) + ".");
    return best;
  }

  private static String number(double x) {
    return Double.isInfinite(x) ? "Infinity" : String.format(Locale.ROOT, "%.3g", x);
  }
}
