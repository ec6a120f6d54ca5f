package dev.gme.frontend.gmm;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;

/** What every mixture must fulfil. */
final class MixtureChecks {
  private static final String HELP = "check where the mixture comes from";

  private MixtureChecks() {}

  /**
   * Weights that are positive and sum to 1, but for the digits that a file may have lost and for
   * what Kaldi's floor adds to the weights of components without frames.
   */
  static void check(double[] weights, DoubleMatrix means) {
    if (weights.length == 0 || weights.length != means.rows() || means.cols() == 0) {
      throw new IllegalArgumentException(
          weights.length + " weights for means of " + means.rows() + " x " + means.cols());
    }
    double sum = 0;
    for (double w : weights) {
      if (!(w > 0)) {
        throw new GmeException("the weights of a mixture must be positive, found " + w, HELP);
      }
      sum += w;
    }
    if (!(Math.abs(sum - 1) < 0.01)) {
      throw new GmeException("the weights of a mixture must sum to 1, found " + sum, HELP);
    }
    if (!means.isFinite()) {
      throw new GmeException("the means of a mixture hold NaN or infinite elements", HELP);
    }
  }

  static GmeException variance(double found) {
    return new GmeException(
        "the variances of a mixture must be positive and finite, found " + found, HELP);
  }
}
