package dev.gme.core.train.plda;

import dev.gme.core.Progress;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.train.data.TrainingData;
import dev.gme.core.train.data.TrainingPasses;
import dev.gme.core.train.plda.HtPldaVb.ScaleStep;

/**
 * What a {@link PldaRecipe} needs of its training data: sums for preprocessing and EM, and those of
 * variational Bayes.
 *
 * <pre>{@code
 * Trained<Pipeline> trained = recipe.train(passes, stage -> Checkpoints.NONE, progress);
 * }</pre>
 */
public interface PldaPasses extends TrainingPasses {
  /**
   * An E-step of variational Bayes on the vectors as a chain leaves them: the {@link
   * dev.gme.core.parallel.TreeSum} of {@link VbEStep#gather} over the leaves of the data.
   *
   * @param what the pass is, for people
   */
  VbStatistics vb(
      Preprocessing chain, HtPlda model, ScaleStep step, String what, Progress progress);

  /** Passes over data on this computer. */
  static PldaPasses of(TrainingData data) {
    return new LocalPldaPasses(data);
  }
}
