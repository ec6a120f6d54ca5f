package dev.gme.core.linalg;

import static org.bytedeco.openblas.global.openblas_nolapack.CblasLeft;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasLower;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasNonUnit;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_dtrsm;

import dev.gme.core.parallel.Workers;
import java.nio.DoubleBuffer;

/**
 * Triangular systems in OpenBLAS, blocks of right-hand sides in parallel. The blocks depend on the
 * sizes alone, so the result does not depend on the thread count. The matrix is copied into native
 * memory once for all of them.
 */
final class NativeTriangular {
  /**
   * Right-hand sides of a block. A 600 x 600 system of 600 right-hand sides took 4.0 ms on two
   * threads with blocks of 150, 4.1 with 300, 4.2 with 100, 4.5 with 75, 6.7 uncut.
   */
  private static final int COLUMNS = 160;

  /** The matrix, and a block of right-hand sides. */
  private final ThreadLocal<NativeScratch> scratch =
      ThreadLocal.withInitial(() -> new NativeScratch(2));

  /** As {@link LapackProvider#solveLower}. */
  void solveLower(boolean transposed, int n, int k, double[] l, double[] b) {
    DoubleBuffer factor = copied(n, l);
    forBlocks(k, (from, columns) -> solve(transposed, n, 0, factor, k, b, from, columns));
  }

  /** As {@link LapackProvider#solveLowerTriangle}: column j of B and of X begins at row j. */
  void solveLowerTriangle(int n, double[] l, double[] b) {
    DoubleBuffer factor = copied(n, l);
    forBlocks(n, (from, columns) -> solve(false, n, from, factor, n, b, from, columns));
  }

  private interface Block {
    void solve(int from, int columns);
  }

  private static void forBlocks(int k, Block block) {
    int parts = Blas.parts(k, COLUMNS);
    Workers.forEach(
        parts,
        p -> {
          int from = Blas.start(k, parts, p);
          block.solve(from, Blas.start(k, parts, p + 1) - from);
        });
  }

  /** Solves for some columns of B (n x k), from a row on above which they are zero. */
  private void solve(
      boolean transposed,
      int n,
      int row,
      DoubleBuffer l,
      int k,
      double[] b,
      int from,
      int columns) {
    int rows = n - row;
    DoubleBuffer x = scratch.get().doubles(1, rows * columns);
    for (int i = 0; i < rows; i++) {
      x.put(i * columns, b, (row + i) * k + from, columns);
    }
    cblas_dtrsm(
        CblasRowMajor,
        CblasLeft,
        CblasLower,
        transposed ? CblasTrans : CblasNoTrans,
        CblasNonUnit,
        rows,
        columns,
        1,
        l.slice(row * n + row, rows * n - row),
        n,
        x,
        columns);
    for (int i = 0; i < rows; i++) {
      x.get(i * columns, b, (row + i) * k + from, columns);
    }
  }

  private DoubleBuffer copied(int n, double[] l) {
    return scratch.get().doubles(0, n * n).put(0, l, 0, n * n);
  }
}
