package dev.gme.core.linalg;

/**
 * Full QR decomposition A = [Q1 Q2][R; 0] of a matrix with at least as many rows as columns.
 *
 * <pre>{@code
 * Qr qr = Qr.of(a);   // A is 5 x 2
 * DoubleMatrix complement = qr.q().transpose().rowRange(2, 5);   // Q2'; complement · A = 0
 * }</pre>
 */
public final class Qr {
  private final DoubleMatrix q;
  private final DoubleMatrix r;

  private Qr(DoubleMatrix q, DoubleMatrix r) {
    this.q = q;
    this.r = r;
  }

  public static Qr of(DoubleMatrix a) {
    int m = a.rows();
    int n = a.cols();
    if (m < n) {
      throw new IllegalArgumentException("more columns than rows: " + m + " x " + n);
    }
    a.requireFinite("QR decomposition");
    double[] q = new double[m * m];
    double[] r = a.array().clone();
    Backend.lapack().qr(m, n, r, q);
    return new Qr(DoubleMatrix.wrap(m, m, q), DoubleMatrix.wrap(m, n, r).rowRange(0, n));
  }

  /** Q: orthogonal, rows x rows. Its last columns span what the columns of A do not. */
  public DoubleMatrix q() {
    return q;
  }

  /** R: upper triangular, columns x columns. */
  public DoubleMatrix r() {
    return r;
  }
}
