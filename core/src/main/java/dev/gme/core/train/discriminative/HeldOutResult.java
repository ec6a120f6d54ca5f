package dev.gme.core.train.discriminative;

import java.util.Locale;

/**
 * How the held-out speakers fare with some parameters.
 *
 * @param loss the criterion over them; NaN where there is none
 * @param eer their equal-error rate on the convex hull
 * @param cprmMin the mean of their minimum DCFs at target priors 0.01 and 0.005
 */
record HeldOutResult(double loss, double eer, double cprmMin) {
  /** With these parameters no scores can be made. */
  static final HeldOutResult IMPOSSIBLE = new HeldOutResult(Double.NaN, Double.NaN, Double.NaN);

  /** With the rates counted in a histogram. */
  static HeldOutResult of(double loss, HeldOutHistogram scores) {
    return Double.isFinite(loss) ? scores.result(loss) : IMPOSSIBLE;
  }

  /** The error rates in words. */
  String errorRates() {
    return String.format(Locale.ROOT, "EER %.2f %%, Cprm_min %.3f", 100 * eer, cprmMin);
  }
}
