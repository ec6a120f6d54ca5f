package dev.gme.core.linalg;

/**
 * LU factorization with row exchanges, for square matrices that are neither symmetric nor
 * triangular. That a matrix is singular is a result, not an exception.
 *
 * <pre>{@code
 * Lu lu = Lu.of(a);
 * if (!lu.isSingular()) {
 *   DoubleMatrix x = lu.solve(b);   // A⁻¹B
 * }
 * }</pre>
 */
public final class Lu {
  private final DoubleMatrix a;
  private final double[] lu;
  private final int[] pivots;
  private final boolean singular;

  private Lu(DoubleMatrix a, double[] lu, int[] pivots, boolean singular) {
    this.a = a;
    this.lu = lu;
    this.pivots = pivots;
    this.singular = singular;
  }

  public static Lu of(DoubleMatrix a) {
    int n = a.squareSize();
    double[] lu = a.array().clone();
    int[] pivots = new int[n];
    boolean singular = !a.isFinite() || Backend.lapack().lu(n, lu, pivots) != 0;
    return new Lu(a, lu, pivots, singular);
  }

  /** Whether a pivot is exactly zero (or an element not finite), so that no inverse exists. */
  public boolean isSingular() {
    return singular;
  }

  /**
   * The condition number of A in the maximum norm, ‖A‖ ‖A⁻¹‖, from the computed inverse; infinite
   * for a singular matrix. Results lose about log10 of it in digits.
   */
  public double condition() {
    return singular ? Double.POSITIVE_INFINITY : maxRowSum(a) * maxRowSum(inverse());
  }

  private static double maxRowSum(DoubleMatrix m) {
    double max = 0;
    for (int i = 0; i < m.rows(); i++) {
      double sum = 0;
      for (int j = 0; j < m.cols(); j++) {
        sum += Math.abs(m.get(i, j));
      }
      max = Math.max(max, sum);
    }
    return max;
  }

  /** A⁻¹B. */
  public DoubleMatrix solve(DoubleMatrix b) {
    int n = pivots.length;
    if (singular) {
      throw new IllegalStateException("singular matrix of size " + n);
    }
    if (b.rows() != n) {
      throw new IllegalArgumentException(b.rows() + " rows for a system of " + n);
    }
    double[] x = b.array().clone();
    Backend.lapack().luSolve(n, b.cols(), lu, pivots, x);
    return DoubleMatrix.wrap(n, b.cols(), x);
  }

  /** A⁻¹. */
  public DoubleMatrix inverse() {
    return solve(DoubleMatrix.identity(pivots.length));
  }

  /** log |det A|, −∞ for a singular matrix. */
  public double logAbsDeterminant() {
    if (singular) {
      return Double.NEGATIVE_INFINITY;
    }
    double sum = 0;
    int n = pivots.length;
    for (int i = 0; i < n; i++) {
      sum += Math.log(Math.abs(lu[i * n + i]));
    }
    return sum;
  }
}
