package dev.gme.core.train.discriminative;

import java.util.Locale;

/**
 * A look at the held-out speakers.
 *
 * @param cost the criterion over them; NaN where there is none
 * @param eer their equal-error rate on the convex hull
 * @param cprmMin the mean of their least costs at target priors 0.01 and 0.005
 */
record Look(double cost, double eer, double cprmMin) {
  /** Of parameters that no scores can be made with. */
  static final Look IMPOSSIBLE = new Look(Double.NaN, Double.NaN, Double.NaN);

  /** With the rates counted in a histogram. */
  static Look of(double cost, ScoreHistogram scores) {
    return Double.isFinite(cost) ? scores.look(cost) : IMPOSSIBLE;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "held-out %.4f, EER %.2f %%, Cprm_min %.3f", cost, 100 * eer, cprmMin);
  }
}
