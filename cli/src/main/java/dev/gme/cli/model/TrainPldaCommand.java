package dev.gme.cli.model;

import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.Valid;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Trained;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.plda.PldaRecipe;
import dev.gme.formats.LabelledVectors;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Trains Gaussian PLDA. */
@Command(
    name = "plda",
    description = {
      "Train Gaussian PLDA by EM.",
      "Preprocessing is learned with the model and kept in it: unless options say otherwise, the"
          + " usual baseline, "
          + PreprocessingOptions.BASELINE
          + "."
    },
    footer = {
      "  gme train plda train.scp --labels utt2spk --out plda.gme",
      "  gme train plda train.npz --lda 150 --length-norm -d 100 --out plda.gme",
      "  gme train plda train.npz --raw --two-covariance --out kaldi-like.gme"
    })
final class TrainPldaCommand implements Callable<Integer> {
  @Mixin TrainingInput input;
  @Mixin PreprocessingOptions preprocessing;
  @Mixin EmCommandOptions em;
  @Mixin TrainingOutput output;
  @Spec CommandSpec spec;

  private final Terminal terminal;

  TrainPldaCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    List<StepSpec> plans = Valid.of(spec, () -> preprocessing.plans(PldaRecipe.baseline()));
    var emOptions = Valid.of(spec, em::options);
    LabelledVectors set = input.read();
    TrainingData data = input.data(set);
    PldaRecipe recipe = em.gaussian(spec, data, plans, emOptions);
    Trained<Pipeline> trained;
    try (LineProgress progress = LineProgress.ofTraining(terminal)) {
      trained = recipe.train(data, output.checkpoints(set, recipe), progress);
    }
    output.write(trained, trained.model(), set);
    return 0;
  }
}
