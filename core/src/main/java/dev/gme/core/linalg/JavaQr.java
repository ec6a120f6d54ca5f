package dev.gme.core.linalg;

import java.util.Arrays;

/**
 * Householder QR in Java. Reflections are applied along the rows, where elements are neighbours.
 */
record JavaQr(GemmKernels kernels) {
  /**
   * QR decomposition with the first {@code cols} columns of the m x m factor, n ≤ cols ≤ m; else as
   * {@link LapackProvider#qr}.
   */
  void decompose(int m, int n, double[] a, int cols, double[] q) {
    double[][] v = new double[n][];
    double[] tau = new double[n];
    double[] work = new double[Math.max(n, cols)];
    for (int j = 0; j < n; j++) {
      v[j] = new double[m - j];
      for (int i = j; i < m; i++) {
        v[j][i - j] = a[i * n + j];
        a[i * n + j] = 0;
      }
      tau[j] = Householder.reflect(m - j, v[j], 0, 0);
      a[j * n + j] = v[j][0];
      v[j][0] = 1;
      apply(m, n, v[j], tau[j], a, j, j + 1, work);
    }
    Arrays.fill(q, 0);
    for (int i = 0; i < cols; i++) {
      q[i * cols + i] = 1;
    }
    for (int j = n - 1; j >= 0; j--) {
      apply(m, cols, v[j], tau[j], q, j, j, work);
    }
  }

  /** Rows {@code row} to m and columns {@code col} to n of a, times H = I − tau v v' from left. */
  private void apply(
      int m, int n, double[] v, double tau, double[] a, int row, int col, double[] work) {
    if (tau == 0 || col == n) {
      return;
    }
    Arrays.fill(work, 0, n - col, 0);
    for (int i = row; i < m; i++) {
      kernels.axpy(n - col, v[i - row], a, i * n + col, work, 0);
    }
    for (int i = row; i < m; i++) {
      kernels.axpy(n - col, -tau * v[i - row], work, 0, a, i * n + col);
    }
  }
}
