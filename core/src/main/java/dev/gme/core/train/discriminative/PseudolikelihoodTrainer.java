package dev.gme.core.train.discriminative;

import dev.gme.core.Checkpoints;
import dev.gme.core.Estimator;
import dev.gme.core.Progress;
import dev.gme.core.Trained;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.train.data.TrainingData;
import java.util.Optional;

/**
 * Trains an extractor by pseudolikelihood under a Chinese restaurant prior (docs/math.md 5.4): to
 * say of a recording, given the speakers of all others, whose it is or that it is of a new speaker.
 * Coordinates, stages and judges are those of {@link BxeTrainer}.
 *
 * <pre>{@code
 * Trained<GmeExtractor> t =
 *     new PseudolikelihoodTrainer(PseudolikelihoodOptions.DEFAULT, DescentOptions.DEFAULT)
 *         .train(data, plda.withNu(2).extractor(), progress);
 * }</pre>
 */
public final class PseudolikelihoodTrainer
    implements Estimator<TrainingData, GmeExtractor, GmeExtractor> {
  private final PseudolikelihoodOptions options;
  private final DescentOptions descent;
  private final Optional<StartTrainer> starts;

  public PseudolikelihoodTrainer(PseudolikelihoodOptions options, DescentOptions descent) {
    this(options, descent, Optional.empty());
  }

  private PseudolikelihoodTrainer(
      PseudolikelihoodOptions options, DescentOptions descent, Optional<StartTrainer> starts) {
    this.options = options;
    this.descent = descent;
    this.starts = starts;
  }

  /** With another way to train starts without some speakers, as in {@link BxeTrainer}. */
  public PseudolikelihoodTrainer withStarts(StartTrainer other) {
    return new PseudolikelihoodTrainer(options, descent, Optional.of(other));
  }

  /**
   * Trains from a start, or goes on from the last checkpoint with the same result. The objective is
   * the mean −log P_i of the held-out speakers' recordings over that of a system that knows the
   * prior only: at the start, and at the end of each stage.
   */
  @Override
  public Trained<GmeExtractor> train(
      TrainingData data, GmeExtractor start, Checkpoints checkpoints, Progress progress) {
    FoldedDescent.Result result =
        new FoldedDescent(
                data,
                start,
                starts.orElseGet(() -> StartTrainer.like(start)),
                descent,
                fold -> new PseudolikelihoodCriterion(fold, options))
            .run(DescentStage.powerToEverything(0, descent), 0, checkpoints, progress);
    Trained<double[]> trained = result.trained();
    return new Trained<>(
        result.space().extractor(trained.model()), trained.objective(), trained.notes());
  }
}
