package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.DescentOptions;
import dev.gme.core.train.discriminative.PseudolikelihoodOptions;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.system.CrossEntropy;
import dev.gme.lab.system.Pseudolikelihood;
import dev.gme.lab.system.Step;
import dev.gme.lab.system.TrainedSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains an extractor discriminatively. */
@Command(
    name = "extractor",
    description = {
      "Train the extractor of a model discriminatively.",
      "The criterion is binary cross-entropy over pairs (bxe), or the pseudolikelihood of who spoke"
          + " (pseudolikelihood). The speakers are divided into folds (--folds), each of which"
          + " judges a training without it: training makes as many steps as help the folds, and"
          + " returns the model as it was where no help is shown."
    },
    footer = {
      "  gme train extractor train.npz --from htplda.gme --out bxe.gme",
      "  gme train extractor a.npz --from vb.gme --calibration after --out bxe.gme",
      "  gme train extractor a.npz --from vb.gme --optimizer lbfgs --out bxe.gme"
    })
final class TrainExtractorCommand extends TrainingCommand {
  /** What is made smaller. */
  enum CriterionName {
    BXE,
    PSEUDOLIKELIHOOD;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--from",
      required = true,
      paramLabel = "FILE",
      description = "The model to start from; its preprocessing and nu are kept.")
  Path from;

  @Option(
      names = "--criterion",
      paramLabel = "WHICH",
      description = "Training criterion: ${COMPLETION-CANDIDATES}.")
  CriterionName criterion = CriterionName.BXE;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description =
          "Recordings on each side of a minibatch (default: "
              + BxeOptions.DEFAULT_BATCH
              + "), or speakers of a minibatch of pseudolikelihood (default: "
              + PseudolikelihoodOptions.DEFAULT_SPEAKERS
              + ").")
  Integer batch;

  @Mixin TargetPrior prior;

  @Option(
      names = "--crp",
      paramLabel = "ALPHA:BETA",
      converter = RestaurantReader.class,
      description =
          "Concentration and discount of the Chinese restaurant prior of pseudolikelihood (default:"
              + " "
              + PseudolikelihoodOptions.DEFAULT_CONCENTRATION
              + ":"
              + PseudolikelihoodOptions.DEFAULT_DISCOUNT
              + ").")
  ChineseRestaurant crp = PseudolikelihoodOptions.DEFAULT.prior();

  @Option(
      names = "--calibration",
      paramLabel = "WHEN",
      description =
          "When bxe trains scale and offset of the scores: ${COMPLETION-CANDIDATES}."
              + " They become the model's calibration, which its scores go through.")
  BxeOptions.Calibration calibration = BxeOptions.Calibration.NONE;

  @Option(
      names = "--calibration-out",
      paramLabel = "FILE",
      description =
          "Write the calibration of --calibration to this file, for 'gme calibrate apply', instead"
              + " of into the model.")
  Path calibrationOut;

  @Mixin DescentCommandOptions descentOptions;

  @Override
  public Integer call() throws IOException {
    Step step =
        criterion == CriterionName.BXE
            ? bxe(CheckedOptions.of(spec, descentOptions::options))
            : pseudolikelihood(CheckedOptions.of(spec, descentOptions::options));
    TrainingStart start = TrainingStart.read(from, terminal);
    TrainSet set = input.read();
    TrainedSystem trained = output.refine(Optional.of(start.on(set)), List.of(step), set);
    Optional<Calibration> learned = trained.model().calibration();
    // It is in one place: in a model and in a file, it would be applied twice.
    output.write(
        calibrationOut == null ? trained : trained.uncalibrated(), chain(trained, step), set);
    learned.ifPresent(c -> terminal.say("Calibration: " + c + "."));
    if (calibrationOut != null) {
      Artefact.write(
          calibrationOut, ArtefactKind.CALIBRATION, learned.orElseThrow(), output.provenance(set));
    }
    return 0;
  }

  /** The whole chain where it is known, so that the model can be made again. */
  private static List<Step> chain(TrainedSystem trained, Step step) {
    List<Step> whole = trained.origin().steps();
    return whole.isEmpty() ? List.of(step) : whole;
  }

  private Step bxe(DescentOptions descent) {
    CheckedOptions.require(
        calibrationOut == null || calibration != BxeOptions.Calibration.NONE,
        spec,
        "--calibration-out needs --calibration joint, after or alone");
    BxeOptions standard = BxeOptions.DEFAULT.withCalibration(calibration);
    return new CrossEntropy(
        CheckedOptions.of(
            spec,
            () ->
                standard
                    .withPrior(prior.value)
                    .withBatch(batch == null ? standard.batch() : batch)),
        descent);
  }

  private Step pseudolikelihood(DescentOptions descent) {
    CheckedOptions.require(
        calibration == BxeOptions.Calibration.NONE,
        spec,
        "--calibration is a part of bxe; calibrate scores of the extractor with gme calibrate");
    PseudolikelihoodOptions standard = PseudolikelihoodOptions.DEFAULT;
    return new Pseudolikelihood(
        CheckedOptions.of(
            spec,
            () ->
                standard.withSpeakers(batch == null ? standard.speakers() : batch).withPrior(crp)),
        descent);
  }
}
