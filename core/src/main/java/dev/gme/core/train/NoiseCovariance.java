package dev.gme.core.train;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;

/**
 * The guard of estimated noise covariances: rounding can turn a singular one into a matrix that
 * passes for positive definite, and EM would then follow a likelihood without bound.
 */
final class NoiseCovariance {
  private static final String HELP =
      "give more recordings per speaker, or reduce the dimension of the vectors first";

  private NoiseCovariance() {}

  /** The factor; refused where a dimension varies with those before it and not at all by itself. */
  static Cholesky factor(String name, DoubleMatrix covariance) {
    Cholesky factor = Cholesky.of(covariance).orThrow(name, HELP);
    double[] pivot = factor.factor().diagonal();
    for (int i = 0; i < pivot.length; i++) {
      double own = pivot[i] * pivot[i] / covariance.get(i, i);
      if (!(own > PldaStart.ZERO)) {
        throw new GmeException(
            name
                + " must be positive definite, but dimension "
                + i
                + " (from 0) keeps a share of "
                + own
                + " of its variance when those before it are known",
            HELP);
      }
    }
    return factor;
  }
}
