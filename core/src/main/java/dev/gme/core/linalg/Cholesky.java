package dev.gme.core.linalg;

import dev.gme.core.GmeException;
import dev.gme.core.parallel.Workers;
import java.util.List;

/**
 * Cholesky factorization A = LL' of a symmetric matrix. That a matrix is not positive definite is a
 * result, not an exception:
 *
 * <pre>{@code
 * Cholesky c = Cholesky.of(a);
 * if (c.isPositiveDefinite()) x = c.solve(b); else report(c.failedPivot());
 * }</pre>
 */
public final class Cholesky {
  private final DoubleMatrix a;
  private final DoubleMatrix l;
  private final int failedPivot;

  private Cholesky(DoubleMatrix a, DoubleMatrix l, int failedPivot) {
    this.a = a;
    this.l = l;
    this.failedPivot = failedPivot;
  }

  /** Factorizes a; only its lower triangle is read. */
  public static Cholesky of(DoubleMatrix a) {
    int n = a.squareSize();
    double[] l = a.array().clone();
    // A NaN would pass LAPACK's test of the pivot, so it is looked for first.
    int info = a.isFinite() ? Backend.lapack().cholesky(n, l) : 1;
    return new Cholesky(a, info == 0 ? DoubleMatrix.wrap(n, n, l) : null, info - 1);
  }

  /** Factorizes several matrices, one per thread. */
  public static List<Cholesky> ofAll(List<DoubleMatrix> all) {
    Cholesky[] out = new Cholesky[all.size()];
    Workers.forEach(out.length, i -> out[i] = of(all.get(i)));
    return List.of(out);
  }

  /** Whether A is (numerically) positive definite and the factor exists. */
  public boolean isPositiveDefinite() {
    return l != null;
  }

  /** The index (from 0) of the first pivot that was not positive, −1 if all were. */
  public int failedPivot() {
    return failedPivot;
  }

  /** This factorization, or an exception that names the matrix, the pivot and its eigenvalues. */
  public Cholesky orThrow(String name, String help) {
    if (isPositiveDefinite()) {
      return this;
    }
    if (!a.isFinite()) {
      throw new GmeException(name + " holds NaN or infinite elements", help);
    }
    double[] e = SymmetricEigen.of(a.symmetrized()).values();
    throw new GmeException(
        String.format(
            java.util.Locale.ROOT,
            "%s must be positive definite, but pivot %d of %d is not positive (eigenvalues from %.3g"
                + " to %.3g)",
            name,
            failedPivot + 1,
            a.rows(),
            e[e.length - 1],
            e[0]),
        help);
  }

  /** L: lower triangular, A = LL'. */
  public DoubleMatrix factor() {
    if (l == null) {
      throw new IllegalStateException(
          "not positive definite: pivot " + (failedPivot + 1) + " of " + a.rows());
    }
    return l;
  }

  public double logDeterminant() {
    double sum = 0;
    for (double v : factor().diagonal()) {
      sum += Math.log(v);
    }
    return 2 * sum;
  }

  /** A⁻¹B. */
  public DoubleMatrix solve(DoubleMatrix b) {
    return solveUpper(solveLower(b));
  }

  /** A⁻¹b. */
  public double[] solve(double[] b) {
    return solve(column(b)).array();
  }

  /** L⁻¹B. */
  public DoubleMatrix solveLower(DoubleMatrix b) {
    return triangular(false, b);
  }

  /** L⁻¹b; its squared length is b'A⁻¹b. */
  public double[] solveLower(double[] b) {
    return solveLower(column(b)).array();
  }

  /** L⁻ᵀB. */
  public DoubleMatrix solveUpper(DoubleMatrix b) {
    return triangular(true, b);
  }

  /** L⁻¹B where B is lower triangular, as the result then is; for less than half the work. */
  public DoubleMatrix solveLowerTriangle(DoubleMatrix b) {
    int n = factor().rows();
    if (b.rows() != n || b.cols() != n) {
      throw new IllegalArgumentException(
          b.rows() + " x " + b.cols() + " is no lower triangle for a system of " + n);
    }
    double[] x = b.array().clone();
    Backend.lapack().solveLowerTriangle(n, l.array(), x);
    return DoubleMatrix.wrap(n, n, x);
  }

  private DoubleMatrix triangular(boolean transposed, DoubleMatrix b) {
    int n = factor().rows();
    if (b.rows() != n) {
      throw new IllegalArgumentException(b.rows() + " rows for a system of " + n);
    }
    double[] x = b.array().clone();
    Backend.lapack().solveLower(transposed, n, b.cols(), l.array(), x);
    return DoubleMatrix.wrap(n, b.cols(), x);
  }

  /** A⁻¹, exactly symmetric. */
  public DoubleMatrix inverse() {
    return solveLowerTriangle(DoubleMatrix.identity(factor().rows())).gram();
  }

  private static DoubleMatrix column(double[] b) {
    return DoubleMatrix.wrap(b.length, 1, b);
  }
}
