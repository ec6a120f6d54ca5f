package dev.gme.core.train.discriminative;

import dev.gme.core.train.discriminative.HeldOutHistogram.ErrorRates;
import java.util.Arrays;
import java.util.List;

/**
 * How the held-out speakers of all folds fare with some parameters.
 *
 * @param loss the mean of the criterion over the folds; NaN where there is none
 * @param rates the error rates of the pairs of all folds together
 * @param ofSpeakers what each speaker of each fold adds, fold by fold: n times its influence on the
 *     loss of its fold's n speakers
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record HeldOutResult(double loss, ErrorRates rates, double[] ofSpeakers) {
  /** With these parameters no scores can be made. */
  static final HeldOutResult IMPOSSIBLE =
      new HeldOutResult(Double.NaN, ErrorRates.NONE, new double[0]);

  /**
   * What one fold says.
   *
   * @param loss the criterion over its speakers
   * @param ofSpeakers as above
   * @param scores its pairs
   * @param shift what log-likelihood ratios had been raised by when they were counted
   * @param prior the prior of a target that minimum costs are for
   */
  record OfFold(
      double loss, double[] ofSpeakers, HeldOutHistogram scores, double shift, double prior) {
    static final OfFold IMPOSSIBLE =
        new OfFold(Double.NaN, new double[0], new HeldOutHistogram(), 0, 0);
  }

  static HeldOutResult of(List<OfFold> folds) {
    double loss = folds.stream().mapToDouble(f -> f.loss / folds.size()).sum();
    if (!Double.isFinite(loss)) {
      return IMPOSSIBLE;
    }
    return new HeldOutResult(
        loss,
        HeldOutHistogram.errorRates(
            folds.stream().map(OfFold::scores).toList(), folds.get(0).shift, folds.get(0).prior),
        folds.stream().flatMapToDouble(f -> Arrays.stream(f.ofSpeakers)).toArray());
  }
}
