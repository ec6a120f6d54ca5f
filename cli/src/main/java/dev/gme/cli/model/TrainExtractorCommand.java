package dev.gme.cli.model;

import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.files.Valid;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Checkpoints;
import dev.gme.core.Trained;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.Pipeline;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.discriminative.PseudolikelihoodOptions;
import dev.gme.core.train.discriminative.PseudolikelihoodTrainer;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Trains an extractor discriminatively. */
@Command(
    name = "extractor",
    description = {
      "Train the extractor of a model discriminatively.",
      "The criterion is binary cross-entropy over pairs (bxe), or the pseudolikelihood of who spoke"
          + " (pseudolikelihood). Some speakers are held out (--held-out): training ends when the"
          + " held-out loss falls no more, and the extractor with the lowest is kept."
    },
    footer = {
      "  gme train extractor train.npz --from htplda.gme --out bxe.gme",
      "  gme train extractor a.npz --from vb.gme --calibration after --out bxe.gme",
      "  gme train extractor a.npz --from vb.gme --optimizer lbfgs --out bxe.gme"
    })
final class TrainExtractorCommand implements Callable<Integer> {
  /** What is made smaller. */
  enum CriterionName {
    BXE,
    PSEUDOLIKELIHOOD;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Mixin TrainingInput input;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "FILE",
      description = "The model to start from; its preprocessing and nu are kept.")
  Path from;

  @Option(
      names = "--criterion",
      paramLabel = "WHICH",
      description = "Training criterion: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  CriterionName criterion = CriterionName.BXE;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description =
          "Recordings on each side of a minibatch (default: 5000), or speakers of one for"
              + " pseudolikelihood (default: 500).")
  Integer batch;

  @Option(
      names = "--prior",
      paramLabel = "P",
      description = "Prior of a target trial that bxe is weighted for (default: ${DEFAULT-VALUE}).")
  double prior = 0.01;

  @Option(
      names = "--crp",
      paramLabel = "ALPHA:BETA",
      converter = RestaurantReader.class,
      description =
          "Concentration and discount of the Chinese restaurant prior of pseudolikelihood (default:"
              + " 1:0.5).")
  ChineseRestaurant crp = PseudolikelihoodOptions.DEFAULT.prior();

  @Option(
      names = "--calibration",
      paramLabel = "WHEN",
      description =
          "When bxe trains scale and offset of the scores: ${COMPLETION-CANDIDATES}, in any case"
              + " (default: ${DEFAULT-VALUE}).")
  BxeOptions.Calibration calibration = BxeOptions.Calibration.NONE;

  @Option(
      names = "--calibration-out",
      paramLabel = "FILE",
      description = "Where to write the calibration of --calibration, for 'gme calibrate apply'.")
  Path calibrationOut;

  @Mixin DescentCommandOptions descentOptions;
  @Mixin TrainingOutput output;
  @Spec CommandSpec spec;

  private final Terminal terminal;
  private String fromDigest;

  TrainExtractorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    DescentOptions descent = Valid.of(spec, descentOptions::options);
    ModelFile before;
    try (InputFile file = InputFile.open(from)) {
      before = ModelFiles.open(file);
      fromDigest = file.digest();
    }
    Pipeline start = before.pipeline();
    ModelOptions.noteCalibration(before, "it is for the scores of the model as it was", terminal);
    LabelledVectors set = input.read();
    TrainingData raw = input.data(set);
    TrainingData data = raw.withVectors(start.preprocessing().view(raw.vectors()));
    return criterion == CriterionName.BXE
        ? bxe(descent, start, set, data)
        : pseudolikelihood(descent, start, set, data);
  }

  private int bxe(DescentOptions descent, Pipeline start, LabelledVectors set, TrainingData data)
      throws IOException {
    Valid.require(
        calibrationOut == null || calibration != BxeOptions.Calibration.NONE,
        spec,
        "--calibration-out needs --calibration joint, after or alone");
    BxeOptions standard = BxeOptions.DEFAULT.withCalibration(calibration);
    BxeOptions options =
        Valid.of(
            spec,
            () -> standard.withPrior(prior).withBatch(batch == null ? standard.batch() : batch));
    Trained<BxeTrainer.Result> trained;
    try (LineProgress progress = LineProgress.ofTraining(terminal)) {
      trained =
          new BxeTrainer(options, descent)
              .train(data, start.extractor(), checkpoints(set, options, descent), progress);
    }
    BxeTrainer.Result result = trained.model();
    if (calibration != BxeOptions.Calibration.NONE) {
      terminal.say(
          String.format(
              Locale.ROOT,
              "Calibration: llr = %.6g score %+.6g.",
              result.scale(),
              result.offset()));
    }
    if (calibrationOut != null) {
      Artefact.write(
          calibrationOut,
          ArtefactKind.CALIBRATION,
          LinearCalibration.of(result.offset(), result.scale()),
          output.provenance(set));
    }
    output.write(trained, start.withExtractor(result.extractor()), set);
    return 0;
  }

  private int pseudolikelihood(
      DescentOptions descent, Pipeline start, LabelledVectors set, TrainingData data)
      throws IOException {
    Valid.require(
        calibration == BxeOptions.Calibration.NONE,
        spec,
        "--calibration is a part of bxe; calibrate scores of the extractor with gme calibrate");
    PseudolikelihoodOptions standard = PseudolikelihoodOptions.DEFAULT;
    PseudolikelihoodOptions options =
        Valid.of(
            spec,
            () ->
                standard.withSpeakers(batch == null ? standard.speakers() : batch).withPrior(crp));
    Trained<GmeExtractor> trained;
    try (LineProgress progress = LineProgress.ofTraining(terminal)) {
      trained =
          new PseudolikelihoodTrainer(options, descent)
              .train(data, start.extractor(), checkpoints(set, options, descent), progress);
    }
    output.write(trained, start.withExtractor(trained.model()), set);
    return 0;
  }

  private Checkpoints checkpoints(LabelledVectors set, Object options, DescentOptions descent)
      throws IOException {
    String recipe = options + " " + descent + " " + fromDigest;
    return output.checkpoints(set, recipe).apply(criterion.toString());
  }
}
