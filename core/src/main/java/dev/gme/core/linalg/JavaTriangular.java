package dev.gme.core.linalg;

/** Solutions of triangular systems in Java, by blocks whose bulk is matrix products. */
record JavaTriangular(GemmKernels kernels, BlasProvider blas) {
  private static final int BLOCK = 64;

  /** LX = B, or L'X = B. */
  void solveLower(boolean transposed, int n, int k, double[] l, double[] b) {
    MatrixView<double[]> t = MatrixView.of(l, n, n);
    solve(!transposed, transposed ? t.transpose() : t, false, k, b);
  }

  /** LX = B where the diagonal of L is 1 and not stored. */
  void solveUnitLower(int n, int k, double[] l, double[] b) {
    solve(true, MatrixView.of(l, n, n), true, k, b);
  }

  /** UX = B. */
  void solveUpper(int n, int k, double[] u, double[] b) {
    solve(false, MatrixView.of(u, n, n), false, k, b);
  }

  /**
   * Solves TX = B.
   *
   * @param forward whether T is lower triangular, so that the first row of X comes first
   * @param unit whether the diagonal of T is 1 and not stored
   */
  private void solve(boolean forward, MatrixView<double[]> t, boolean unit, int k, double[] b) {
    if (k == 0) {
      return;
    }
    if (k == 1) {
      solveVector(forward, t, unit, b);
      return;
    }
    int n = t.rows();
    MatrixView<double[]> x = MatrixView.of(b, n, k);
    for (int done = 0; done < n; done += BLOCK) {
      int size = Math.min(BLOCK, n - done);
      int start = forward ? done : n - done - size;
      int known = forward ? 0 : n - done;
      if (done > 0) {
        MatrixView<double[]> factor = t.part(start, size, known, done);
        blas.gemm(-1, factor, x.part(known, done, 0, k), 1, x.part(start, size, 0, k));
      }
      for (int r = 0; r < size; r++) {
        int i = forward ? start + r : start + size - 1 - r;
        int from = forward ? start : i + 1;
        int to = forward ? i : start + size;
        for (int p = from; p < to; p++) {
          double tip = t.transposed ? t.data[p * n + i] : t.data[i * n + p];
          kernels.axpy(k, -tip, b, p * k, b, i * k);
        }
        if (!unit) {
          divide(k, t.data[i * n + i], b, i * k);
        }
      }
    }
  }

  /** One right-hand side: rows of T times x, or multiples of columns of T, as they are stored. */
  private void solveVector(boolean forward, MatrixView<double[]> t, boolean unit, double[] x) {
    int n = t.rows();
    for (int r = 0; r < n; r++) {
      int i = forward ? r : n - 1 - r;
      if (!t.transposed) {
        int from = forward ? 0 : i + 1;
        x[i] -= kernels.dot(forward ? i : n - from, t.data, i * n + from, x, from);
      }
      if (!unit) {
        x[i] /= t.data[i * n + i];
      }
      if (t.transposed) {
        kernels.axpy(i, -x[i], t.data, i * n, x, 0);
      }
    }
  }

  private static void divide(int n, double by, double[] x, int off) {
    for (int j = 0; j < n; j++) {
      x[off + j] /= by;
    }
  }
}
