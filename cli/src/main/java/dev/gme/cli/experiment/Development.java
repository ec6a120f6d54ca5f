package dev.gme.cli.experiment;

import java.util.Optional;

/**
 * What calibrations are trained on: a set of its own, or the training speakers by turns. With
 * turns, each fold of the speakers is scored by a twin of the system that was trained on the
 * others.
 *
 * @param set a set of its own
 * @param folds into how many parts the training speakers are split otherwise
 */
record Development(Optional<EvaluationSet> set, int folds) {
  /** Two million pairs a fold are plenty for two coefficients. */
  static final int MOST_HELD_OUT = 2000;

  static Development of(EvaluationSet set) {
    return new Development(Optional.of(set), 0);
  }

  static Development ofFolds(int folds) {
    return new Development(Optional.empty(), folds);
  }
}
