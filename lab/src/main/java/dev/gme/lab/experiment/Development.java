package dev.gme.lab.experiment;

import dev.gme.lab.data.EvaluationSet;
import java.util.Optional;

/**
 * What calibrations are trained on, one of three: a set of its own; the training speakers by turns,
 * where each fold is scored by a twin of the system that was trained on the others; or the
 * evaluation speakers by turns, see {@link CrossCalibration}.
 *
 * @param set a set of its own
 * @param trainingFolds into how many parts the training speakers are split, or 0
 * @param evaluationFolds into how many parts the evaluation speakers are split, or 0
 */
record Development(Optional<EvaluationSet> set, int trainingFolds, int evaluationFolds) {
  /** Two million pairs a fold are plenty for two coefficients. */
  static final int MOST_HELD_OUT = 2000;

  static Development of(EvaluationSet set) {
    return new Development(Optional.of(set), 0, 0);
  }

  static Development ofTraining(int folds) {
    return new Development(Optional.empty(), folds, 0);
  }

  static Development ofEvaluation(int folds) {
    return new Development(Optional.empty(), 0, folds);
  }
}
