package dev.gme.core.linalg;

/** LU factorization with row exchanges in Java, block column by block column. */
record JavaLu(GemmKernels kernels, BlasProvider blas, JavaTriangular triangular) {
  private static final int BLOCK = 64;

  /** As {@link LapackProvider#lu}. */
  int factorize(int n, double[] a, int[] pivots) {
    MatrixView<double[]> all = MatrixView.of(a, n, n);
    int firstZero = 0;
    for (int j = 0; j < n; j += BLOCK) {
      int end = Math.min(j + BLOCK, n);
      int zero = factorizePanel(n, a, pivots, j, end);
      firstZero = firstZero == 0 ? zero : firstZero;
      // U[j..end, end..] = L[j..end, j..end]⁻¹ A[j..end, end..]
      for (int i = j + 1; i < end; i++) {
        for (int p = j; p < i; p++) {
          kernels.axpy(n - end, -a[i * n + p], a, p * n + end, a, i * n + end);
        }
      }
      // A[end.., end..] -= L[end.., j..end] U[j..end, end..]
      int rest = n - end;
      blas.gemm(
          -1,
          all.part(end, rest, j, end - j),
          all.part(j, end - j, end, rest),
          1,
          all.part(end, rest, end, rest));
    }
    return firstZero;
  }

  /** Eliminates columns j to end below the diagonal; exchanges whole rows. */
  private int factorizePanel(int n, double[] a, int[] pivots, int j, int end) {
    int firstZero = 0;
    for (int c = j; c < end; c++) {
      int pivot = c;
      for (int i = c + 1; i < n; i++) {
        if (Math.abs(a[i * n + c]) > Math.abs(a[pivot * n + c])) {
          pivot = i;
        }
      }
      pivots[c] = pivot;
      swap(n, a, c, pivot);
      double u = a[c * n + c];
      if (u == 0) {
        firstZero = firstZero == 0 ? c + 1 : firstZero;
        continue;
      }
      for (int i = c + 1; i < n; i++) {
        double l = a[i * n + c] / u;
        a[i * n + c] = l;
        kernels.axpy(end - c - 1, -l, a, c * n + c + 1, a, i * n + c + 1);
      }
    }
    return firstZero;
  }

  /** As {@link LapackProvider#luSolve}. */
  void solve(int n, int k, double[] lu, int[] pivots, double[] b) {
    swapRows(k, pivots, b);
    triangular.solveUnitLower(n, k, lu, b);
    triangular.solveUpper(n, k, lu, b);
  }

  /** Applies the exchanges of a factorization to the rows of k elements of b. */
  static void swapRows(int k, int[] pivots, double[] b) {
    for (int i = 0; i < pivots.length; i++) {
      swap(k, b, i, pivots[i]);
    }
  }

  private static void swap(int cols, double[] a, int i, int p) {
    if (i == p) {
      return;
    }
    for (int j = 0; j < cols; j++) {
      double t = a[i * cols + j];
      a[i * cols + j] = a[p * cols + j];
      a[p * cols + j] = t;
    }
  }
}
