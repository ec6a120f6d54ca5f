package dev.gme.core.linalg;

/** Solutions of triangular systems in Java, by blocks whose bulk is matrix products. */
final class JavaTriangular {
  private static final int BLOCK = 64;

  private final GemmKernels kernels;
  private final BlasProvider blas;

  JavaTriangular(GemmKernels kernels, BlasProvider blas) {
    this.kernels = kernels;
    this.blas = blas;
  }

  /** LX = B, or L'X = B. */
  void solveLower(boolean transposed, int n, int k, double[] l, double[] b) {
    solve(!transposed, transposed ? Op.TRANSPOSE : Op.NONE, false, n, k, l, b);
  }

  /** LX = B where the diagonal of L is 1 and not stored. */
  void solveUnitLower(int n, int k, double[] l, double[] b) {
    solve(true, Op.NONE, true, n, k, l, b);
  }

  /** UX = B. */
  void solveUpper(int n, int k, double[] u, double[] b) {
    solve(false, Op.NONE, false, n, k, u, b);
  }

  /**
   * Solves op(T) X = B.
   *
   * @param forward whether op(T) is lower triangular, so that the first row of X comes first
   */
  private void solve(boolean forward, Op op, boolean unit, int n, int k, double[] t, double[] b) {
    if (k == 0) {
      return;
    }
    if (k == 1) {
      solveVector(forward, op, unit, n, t, b);
      return;
    }
    for (int done = 0; done < n; done += BLOCK) {
      int size = Math.min(BLOCK, n - done);
      int start = forward ? done : n - done - size;
      int known = forward ? 0 : n - done;
      if (done > 0) {
        int tOff = op == Op.NONE ? start * n + known : known * n + start;
        blas.gemm(
            op, Op.NONE, size, k, done, -1.0, t, tOff, n, b, known * k, k, 1.0, b, start * k, k);
      }
      for (int r = 0; r < size; r++) {
        int i = forward ? start + r : start + size - 1 - r;
        int from = forward ? start : i + 1;
        int to = forward ? i : start + size;
        for (int p = from; p < to; p++) {
          double tip = op == Op.NONE ? t[i * n + p] : t[p * n + i];
          kernels.axpy(k, -tip, b, p * k, b, i * k);
        }
        if (!unit) {
          divide(k, t[i * n + i], b, i * k);
        }
      }
    }
  }

  /** One right-hand side: rows of T times x, or multiples of rows of T, both along the rows. */
  private void solveVector(boolean forward, Op op, boolean unit, int n, double[] t, double[] x) {
    for (int r = 0; r < n; r++) {
      int i = forward ? r : n - 1 - r;
      if (op == Op.NONE) {
        int from = forward ? 0 : i + 1;
        x[i] -= kernels.dot(forward ? i : n - from, t, i * n + from, x, from);
      }
      if (!unit) {
        x[i] /= t[i * n + i];
      }
      if (op == Op.TRANSPOSE) {
        kernels.axpy(i, -x[i], t, i * n, x, 0);
      }
    }
  }

  private static void divide(int n, double by, double[] x, int off) {
    for (int j = 0; j < n; j++) {
      x[off + j] /= by;
    }
  }
}
