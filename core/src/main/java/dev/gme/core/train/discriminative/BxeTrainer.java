package dev.gme.core.train.discriminative;

import dev.gme.core.Checkpoints;
import dev.gme.core.Estimator;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.discriminative.BxeOptions.Calibration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Trains an extractor by binary cross-entropy over all pairs of minibatches, the paper's recipe
 * (docs/math.md 5): from a generative model, in whitened coordinates, first the power of the
 * meta-embeddings, then scales, then everything. Speakers that are left out in turn judge every
 * stage; what they do not show to help is undone, and the notes say so.
 *
 * <pre>{@code
 * Trained<BxeTrainer.Result> t =
 *     new BxeTrainer(BxeOptions.DEFAULT, DescentOptions.DEFAULT)
 *         .train(data, plda.withNu(2).extractor(), progress);
 * GmeExtractor extractor = t.model().extractor();
 * }</pre>
 */
public final class BxeTrainer implements Estimator<TrainingData, GmeExtractor, BxeTrainer.Result> {
  private final BxeOptions options;
  private final DescentOptions descent;
  private final Optional<StartTrainer> starts;

  public BxeTrainer(BxeOptions options, DescentOptions descent) {
    this(options, descent, Optional.empty());
  }

  private BxeTrainer(BxeOptions options, DescentOptions descent, Optional<StartTrainer> starts) {
    this.options = options;
    this.descent = descent;
    this.starts = starts;
  }

  /**
   * With another way to train starts without some speakers; without it, they are trained as {@link
   * StartTrainer#like} does.
   */
  public BxeTrainer withStarts(StartTrainer other) {
    return new BxeTrainer(options, descent, Optional.of(other));
  }

  /**
   * A trained extractor and the calibration llr = scale · score + offset, 1 and 0 unless trained.
   *
   * @param twins what came out without the speakers of each fold, before calibration; none where
   *     the start was left as it was because nobody could judge
   */
  public record Result(GmeExtractor extractor, double scale, double offset, List<TwinModel> twins) {
    public Result {
      twins = List.copyOf(twins);
    }
  }

  /**
   * Trains from a start, or goes on from the last checkpoint with the same result. The objective is
   * the cross-entropy of the held-out speakers over that of a system that says nothing: at the
   * start, and at the end of each stage; empty where nobody could judge.
   */
  @Override
  public Trained<Result> train(
      TrainingData data, GmeExtractor start, Checkpoints checkpoints, Progress progress) {
    List<DescentStage> stages = new ArrayList<>();
    Calibration when = options.calibration();
    if (when != Calibration.ALONE) {
      int moving = when == Calibration.JOINT ? BxeCriterion.CALIBRATION : 0;
      stages.addAll(DescentStage.powerToEverything(moving, descent));
    }
    if (when == Calibration.AFTER || when == Calibration.ALONE) {
      stages.add(DescentStage.calibration(BxeCriterion.CALIBRATION));
    }
    FoldedDescent.Result result =
        new FoldedDescent(
                data,
                start,
                starts.orElseGet(() -> StartTrainer.like(start)),
                descent,
                fold -> new BxeCriterion(fold, options))
            .run(stages, BxeCriterion.CALIBRATION, checkpoints, progress);
    double[] theta = result.trained().model();
    int size = result.space().size();
    return new Trained<>(
        new Result(
            result.space().extractor(theta),
            Math.exp(theta[size]),
            theta[size + 1],
            result.twins()),
        result.trained().objective(),
        result.trained().notes());
  }
}
