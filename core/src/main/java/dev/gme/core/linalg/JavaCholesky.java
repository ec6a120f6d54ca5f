package dev.gme.core.linalg;

import java.util.Arrays;

/** Cholesky factorization in Java, block column by block column. */
record JavaCholesky(GemmKernels kernels, BlasProvider blas) {
  private static final int BLOCK = 64;

  /** As {@link LapackProvider#cholesky}. */
  int factorize(int n, double[] a) {
    MatrixView<double[]> all = MatrixView.of(a, n, n);
    for (int j = 0; j < n; j += BLOCK) {
      int end = Math.min(j + BLOCK, n);
      if (j > 0) {
        // A[j.., j..end] -= L[j.., ..j] L[j..end, ..j]'
        MatrixView<double[]> left = all.part(j, n - j, 0, j);
        MatrixView<double[]> above = all.part(j, end - j, 0, j);
        blas.gemm(-1, left, above.transpose(), 1, all.part(j, n - j, j, end - j));
      }
      for (int i = j; i < n; i++) {
        int row = i * n + j;
        for (int c = j; c < Math.min(i, end); c++) {
          double sum = kernels.dot(c - j, a, row, a, c * n + j);
          a[i * n + c] = (a[i * n + c] - sum) / a[c * n + c];
        }
        if (i < end) {
          double pivot = a[i * n + i] - kernels.dot(i - j, a, row, a, row);
          if (!(pivot > 0)) {
            return i + 1;
          }
          a[i * n + i] = Math.sqrt(pivot);
        }
      }
    }
    for (int i = 0; i < n; i++) {
      Arrays.fill(a, i * n + i + 1, (i + 1) * n, 0);
    }
    return 0;
  }
}
