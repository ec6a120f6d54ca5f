package dev.gme.core.train.discriminative;

import dev.gme.core.Checkpoints;
import dev.gme.core.Estimator;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions.Calibration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Trains an extractor by binary cross-entropy over all pairs of minibatches, the paper's recipe
 * (docs/math.md 5): from a generative model, in whitened coordinates, first the scales, then
 * everything, stopped by speakers that were held out. The best parameters on these are kept, so
 * training never ends worse there than it began.
 *
 * <pre>{@code
 * Trained<BxeTrainer.Result> t =
 *     new BxeTrainer(BxeOptions.DEFAULT, DescentOptions.DEFAULT)
 *         .train(data, plda.withNu(2).extractor(), progress);
 * GmeExtractor extractor = t.model().extractor();
 * }</pre>
 */
public final class BxeTrainer implements Estimator<TrainingData, GmeExtractor, BxeTrainer.Result> {
  /** Length of the first step of the calibration's own stage, before its curvature is known. */
  private static final double CALIBRATION_STEP = 0.1;

  private final BxeOptions options;
  private final DescentOptions descent;

  public BxeTrainer(BxeOptions options, DescentOptions descent) {
    this.options = options;
    this.descent = descent;
  }

  /**
   * A trained extractor and the calibration llr = scale · score + offset, 1 and 0 unless trained.
   */
  public record Result(GmeExtractor extractor, double scale, double offset) {}

  /**
   * Trains from a start, or goes on from the last checkpoint with the same result. The objective is
   * the cross-entropy on the held-out speakers over that of a system that says nothing: at the
   * start, and at the end of each stage.
   */
  @Override
  public Trained<Result> train(
      TrainingData data, GmeExtractor start, Checkpoints checkpoints, Progress progress) {
    WhitenedData whitened = new WhitenedData(data, start, descent);
    BxeCriterion criterion = new BxeCriterion(whitened, options);
    int size = whitened.space.size();
    double[] theta0 = Arrays.copyOf(whitened.space.parameters(), size + BxeCriterion.CALIBRATION);
    Trained<double[]> trained =
        new Descent(criterion, stages(criterion, whitened.space), theta0, whitened)
            .run(checkpoints, progress);
    double[] theta = trained.model();
    return new Trained<>(
        new Result(whitened.space.extractor(theta), Math.exp(theta[size]), theta[size + 1]),
        trained.objective(),
        trained.notes());
  }

  private List<DescentStage> stages(BxeCriterion criterion, WhitenedExtractor space) {
    int size = space.size();
    int withCalibration = size + BxeCriterion.CALIBRATION;
    Calibration when = options.calibration();
    List<DescentStage> stages = new ArrayList<>();
    if (when != Calibration.ALONE) {
      int moving = when == Calibration.JOINT ? withCalibration : size;
      stages.addAll(DescentStage.scalesThenEverything(criterion, space, moving, descent));
    }
    if (when == Calibration.AFTER || when == Calibration.ALONE) {
      // Two parameters gain little by chance, so whatever they gain is kept.
      stages.add(
          new DescentStage(
              "calibration",
              FreeParameters.range(size, withCalibration),
              CALIBRATION_STEP,
              Optional.of(criterion.calibration()),
              false));
    }
    return stages;
  }
}
