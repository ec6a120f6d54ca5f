package dev.gme.core.linalg;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Singular value decomposition in Java by one-sided Jacobi rotations (Drmač and Veselić, "New fast
 * and accurate Jacobi SVD algorithm", 2008): A = QR, then rotations J make the rows of JR
 * orthogonal. These rows are diag(s) V', and U = QJ'.
 */
record JavaSvd(GemmKernels kernels, BlasProvider blas, JavaQr qr) {
  /** About ten sweeps are usual. */
  private static final int MAX_SWEEPS = 60;

  /**
   * A row this much shorter than the longest is not rotated any more: squares of its elements come
   * near the smallest double.
   */
  private static final double NEGLIGIBLE = 1e-130;

  /** As {@link LapackProvider#svd}. */
  boolean decompose(int m, int n, double[] a, double[] u, double[] s, double[] vt) {
    if (m >= n) {
      return decomposeTall(m, n, a, u, s, vt);
    }
    double[] v = new double[n * m];
    double[] ut = new double[m * m];
    boolean converged = decomposeTall(n, m, transpose(m, n, a), v, s, ut);
    System.arraycopy(transpose(n, m, v), 0, vt, 0, vt.length);
    System.arraycopy(transpose(m, m, ut), 0, u, 0, u.length);
    return converged;
  }

  private static double[] transpose(int rows, int cols, double[] a) {
    return DoubleMatrix.wrap(rows, cols, a).transpose().array();
  }

  private boolean decomposeTall(int m, int n, double[] a, double[] u, double[] s, double[] vt) {
    int exponent = Householder.scaleToOne(a);
    double[] q = new double[m * n];
    qr.decompose(m, n, a, n, q);
    double[] j = DoubleMatrix.identity(n).array();
    boolean converged = orthogonalizeRows(n, a, j);

    double[] norms = new double[n];
    for (int i = 0; i < n; i++) {
      // A cosine that rounds to 1 makes its rotation lengthen both rows a little. The many of them
      // add up, but J and JR share the factor.
      double drift = Math.sqrt(kernels.dot(n, j, i * n, j, i * n));
      for (int c = 0; c < n; c++) {
        j[i * n + c] /= drift;
        a[i * n + c] /= drift;
      }
      norms[i] = Householder.norm(n, a, i * n);
    }
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -norms[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] sortedJ = new double[n * n];
    int rank = 0;
    for (int i = 0; i < n; i++) {
      int from = order[i];
      s[i] = Math.scalb(norms[from], exponent);
      System.arraycopy(j, from * n, sortedJ, i * n, n);
      if (norms[from] > NEGLIGIBLE) {
        rank = i + 1;
        for (int c = 0; c < n; c++) {
          vt[i * n + c] = a[from * n + c] / norms[from];
        }
      }
    }
    complete(n, rank, vt);
    blas.gemm(
        1,
        MatrixView.of(q, m, n),
        MatrixView.of(sortedJ, n, n).transpose(),
        0,
        MatrixView.of(u, m, n));
    return converged;
  }

  /** Rotates pairs of rows of g until all are orthogonal, and the rows of j with them. */
  private boolean orthogonalizeRows(int n, double[] g, double[] j) {
    double tolerance = Math.sqrt(n) * Math.ulp(1.0);
    double[] squares = new double[n];
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
      for (int i = 0; i < n; i++) {
        squares[i] = kernels.dot(n, g, i * n, g, i * n);
      }
      boolean rotated = false;
      for (int p = 0; p < n - 1; p++) {
        for (int q = p + 1; q < n; q++) {
          rotated |= rotate(n, g, j, squares, p, q, tolerance);
        }
      }
      if (!rotated) {
        return true;
      }
    }
    return false;
  }

  /** Makes rows p and q orthogonal; false if they were. */
  private boolean rotate(
      int n, double[] g, double[] j, double[] squares, int p, int q, double tolerance) {
    double alpha = squares[p];
    double beta = squares[q];
    if (Math.min(alpha, beta) < NEGLIGIBLE * NEGLIGIBLE) {
      return false;
    }
    double gamma = kernels.dot(n, g, p * n, g, q * n);
    if (Math.abs(gamma) <= tolerance * Math.sqrt(alpha) * Math.sqrt(beta)) {
      return false;
    }
    double zeta = (beta - alpha) / (2 * gamma);
    double t = 1 / (zeta + Math.copySign(Math.sqrt(1 + zeta * zeta), zeta));
    double c = 1 / Math.sqrt(1 + t * t);
    kernels.rotate(n, g, p * n, g, q * n, c, -c * t);
    kernels.rotate(n, j, p * n, j, q * n, c, -c * t);
    squares[p] = alpha - t * gamma;
    squares[q] = beta + t * gamma;
    return true;
  }

  /** Gives n − rank more rows to the orthonormal rows of vt, orthogonal to all. */
  private void complete(int n, int rank, double[] vt) {
    if (rank == n) {
      return;
    }
    double[] v = new double[n * rank];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < rank; c++) {
        v[i * rank + c] = vt[c * n + i];
      }
    }
    double[] q = new double[n * n];
    qr.decompose(n, rank, v, n, q);
    for (int c = rank; c < n; c++) {
      for (int i = 0; i < n; i++) {
        vt[c * n + i] = q[i * n + c];
      }
    }
  }
}
