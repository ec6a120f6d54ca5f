package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

/** Matrices for tests, and what is asserted of them. */
final class Matrices {
  private Matrices() {}

  static DoubleMatrix random(long seed, int rows, int cols) {
    Random random = new Random(seed);
    double[] x = new double[rows * cols];
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextGaussian();
    }
    return DoubleMatrix.wrap(rows, cols, x);
  }

  static DoubleMatrix symmetric(long seed, int n) {
    return random(seed, n, n).symmetrized();
  }

  /** Eigenvalues from about 1 up, so that conditions stay small. */
  static DoubleMatrix positiveDefinite(long seed, int n) {
    return random(seed, n, n)
        .outerGram()
        .times(1.0 / Math.max(1, n))
        .plus(DoubleMatrix.identity(n));
  }

  /** The unit of rounding errors of a factorization of size n. */
  static double rounding(int n) {
    return Math.max(1, n) * Math.ulp(1.0);
  }

  /** No element differs by more than factor · max(n, 1) · 2⁻⁵² · scale. */
  static void assertClose(DoubleMatrix found, DoubleMatrix expected, double factor, double scale) {
    int n = Math.max(found.rows(), found.cols());
    assertThat(found.rows()).isEqualTo(expected.rows());
    assertThat(found.cols()).isEqualTo(expected.cols());
    assertThat(found.isFinite()).as("finite").isTrue();
    assertThat(found.minus(expected).maxAbs()).isLessThanOrEqualTo(factor * rounding(n) * scale);
  }

  static void assertOrthonormalColumns(DoubleMatrix q) {
    assertClose(
        q.gram(), DoubleMatrix.identity(q.cols()), 4 + 4.0 * q.rows() / Math.max(1, q.cols()), 1);
  }
}
