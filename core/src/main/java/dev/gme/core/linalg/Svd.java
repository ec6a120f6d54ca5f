package dev.gme.core.linalg;

/**
 * Thin singular value decomposition A = U diag(s) V', s descending.
 *
 * <pre>{@code
 * Svd svd = Svd.of(a);
 * DoubleMatrix again = svd.u().scaleColumns(svd.values()).times(svd.vt());
 * }</pre>
 */
public final class Svd {
  private final DoubleMatrix u;
  private final double[] s;
  private final DoubleMatrix vt;

  private Svd(DoubleMatrix u, double[] s, DoubleMatrix vt) {
    this.u = u;
    this.s = s;
    this.vt = vt;
  }

  public static Svd of(DoubleMatrix a) {
    a.requireFinite("singular values");
    int m = a.rows();
    int n = a.cols();
    int r = Math.min(m, n);
    double[] u = new double[m * r];
    double[] s = new double[r];
    double[] vt = new double[r * n];
    if (r > 0 && !Backend.lapack().svd(m, n, a.array().clone(), u, s, vt)) {
      throw new ArithmeticException(
          "the singular value iterations did not converge for a " + m + " x " + n + " matrix");
    }
    return new Svd(DoubleMatrix.wrap(m, r, u), s, DoubleMatrix.wrap(r, n, vt));
  }

  /** U: rows x r with orthonormal columns. */
  public DoubleMatrix u() {
    return u;
  }

  /** The singular values, largest first; a copy. */
  public double[] values() {
    return s.clone();
  }

  /** V': r x columns with orthonormal rows. */
  public DoubleMatrix vt() {
    return vt;
  }
}
