package dev.gme.core.linalg;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix, A = V diag(values) V', or of a symmetric
 * matrix relative to a positive definite one (A v = value B v with v'Bv = 1). Values descend;
 * column k of V belongs to value k.
 *
 * <pre>{@code
 * double[] variances = SymmetricEigen.of(covariance).values();   // along the principal axes
 * SymmetricEigen lda = SymmetricEigen.of(between, Cholesky.of(within));
 * DoubleMatrix best = lda.vectorsAsRows().rowRange(0, 150);
 * }</pre>
 */
public final class SymmetricEigen {
  private final double[] values;
  private final DoubleMatrix rows;

  private SymmetricEigen(double[] values, DoubleMatrix rows) {
    this.values = values;
    this.rows = rows;
  }

  /** Eigenvalues and eigenvectors of a symmetric matrix, whose lower triangle is read. */
  public static SymmetricEigen of(DoubleMatrix a) {
    int n = a.squareSize();
    a.requireFinite("eigenvalues");
    double[] v = a.array().clone();
    double[] w = new double[n];
    if (!Backend.lapack().symmetricEigen(n, v, w)) {
      throw new ArithmeticException(
          "the eigenvalue iterations did not converge for a " + n + " x " + n + " matrix");
    }
    double[] values = new double[n];
    double[] vectors = new double[n * n];
    for (int k = 0; k < n; k++) {
      values[k] = w[n - 1 - k];
      System.arraycopy(v, (n - 1 - k) * n, vectors, k * n, n);
    }
    return new SymmetricEigen(values, DoubleMatrix.wrap(n, n, vectors));
  }

  /**
   * Eigenvalues of a symmetric matrix relative to the positive definite one whose factor is given.
   */
  public static SymmetricEigen of(DoubleMatrix a, Cholesky b) {
    // With B = LL' and u = L'v the problem is the ordinary one of L⁻¹ A L⁻ᵀ.
    DoubleMatrix half = b.solveLower(a.symmetrized()).transpose();
    SymmetricEigen u = of(b.solveLower(half).symmetrized());
    return new SymmetricEigen(u.values, b.solveUpper(u.vectors()).transpose());
  }

  /** The eigenvalues, largest first; a copy. */
  public double[] values() {
    return values.clone();
  }

  /** V: an eigenvector a column. */
  public DoubleMatrix vectors() {
    return rows.transpose();
  }

  /** V': an eigenvector a row. */
  public DoubleMatrix vectorsAsRows() {
    return rows;
  }
}
