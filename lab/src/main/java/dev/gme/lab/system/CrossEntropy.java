package dev.gme.lab.system;

import dev.gme.core.Trained;
import dev.gme.core.calibrate.LinearCalibration;
import dev.gme.core.train.discriminative.BxeOptions;
import dev.gme.core.train.discriminative.BxeTrainer;
import dev.gme.core.train.discriminative.DescentOptions;

/**
 * The extractor trained on by binary cross-entropy over pairs (docs/math.md 5): {@code bxe}, {@code
 * bxe steps=50 prior=0.05}.
 *
 * @param loss what is made smaller
 * @param descent how
 */
public record CrossEntropy(BxeOptions loss, DescentOptions descent) implements Step {
  @Override
  public Place place() {
    return Place.REFINEMENT;
  }

  @Override
  public String text() {
    BxeOptions usual = BxeOptions.DEFAULT;
    StepWords.Writer words =
        new StepWords.Writer("bxe")
            .named("batch", loss.batch(), usual.batch())
            .named(
                "prior",
                DescentWords.probability(loss.priorLogOdds()),
                DescentWords.probability(usual.priorLogOdds()))
            .named(
                "calibration",
                DescentWords.word(loss.calibration()),
                DescentWords.word(usual.calibration()));
    return DescentWords.add(descent, words).toString();
  }

  @Override
  public boolean calibrates() {
    return loss.calibration() != BxeOptions.Calibration.NONE;
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) {
    Trained<BxeTrainer.Result> trained = descend(soFar, inputs);
    BxeTrainer.Result result = trained.model();
    SystemModel model = soFar.withExtractor(result.extractor());
    return new Trained<>(
        calibrates()
            ? model.withCalibration(LinearCalibration.of(result.offset(), result.scale()))
            : model,
        trained.objective(),
        trained.notes());
  }

  /** The descent itself, with the models that it has made without the speakers of each fold. */
  Trained<BxeTrainer.Result> descend(SystemModel soFar, StepInputs inputs) {
    return new BxeTrainer(loss, descent)
        .withStarts(inputs.starts(soFar))
        .train(
            inputs.preprocessedBy(soFar),
            soFar.requireExtractor(),
            inputs.checkpoints(),
            inputs.progress());
  }
}
