package dev.gme.core.score.tile;

import dev.gme.core.linalg.Backend;
import dev.gme.core.linalg.Simd;

/**
 * Products of floats for operands that lie in the cache already, in the order in which they are
 * wanted: nothing is packed, copied or given to other threads, so a small product runs at the speed
 * of a large one (docs/decisions/0006-tile-scoring.md). The scores of a tile and their derivatives
 * are such products.
 *
 * <p>The right operand lies in <i>panels</i> of columns: element (p, j) of panel q is at {@code
 * bOff + q·panel + p·ldb + j}. Columns in panels of {@link #panelWidth} one after the other are the
 * fastest; a plain matrix row by row is the case {@code panel = panelWidth}.
 *
 * <p>A product may write up to {@link #SLACK_ROWS} rows and one panel of columns more than asked
 * for, and reads as much: arrays have room for that behind the matrix, see {@link #room}. Of C only
 * what lies behind its last element is touched, because columns are computed from the last panel to
 * the first.
 */
final class TileProduct {
  /** Rows are computed four at a time. */
  static final int SLACK_ROWS = 3;

  private static final TileKernels KERNELS = chooseKernels();

  private TileProduct() {}

  /**
   * The Vector API beats a BLAS that copies and packs where vectors have eight floats or more
   * (docs/decisions/0006-tile-scoring.md).
   */
  private static TileKernels chooseKernels() {
    TileKernels byBlas = new BlasTileKernels(Backend.blas());
    return Backend.isNativeForced() || Simd.floatLanes() < 8
        ? byBlas
        : Simd.orScalar("SimdTileKernels", TileKernels.class, byBlas);
  }

  /** Columns of a panel of a right operand with n columns. */
  static int panelWidth(int n) {
    return KERNELS.panelWidth(n);
  }

  /** Elements of an array that holds a matrix of so many rows and columns, one after the other. */
  static int room(int rows, int cols) {
    return Math.addExact(
        Math.multiplyExact(rows + SLACK_ROWS, cols), Math.max(64, panelWidth(cols)));
  }

  /** C ← A B; A is m x k row by row, C m x n. */
  static void rows(
      int m, int n, int k, float[] a, int lda, float[] b, int ldb, int panel, float[] c, int ldc) {
    KERNELS.rows(m, n, k, a, lda, b, ldb, panel, c, ldc);
  }

  /** C ← A' B; A is k x m row by row, C m x n. */
  static void columns(
      int m, int n, int k, float[] a, int lda, float[] b, int ldb, int panel, float[] c, int ldc) {
    KERNELS.columns(m, n, k, a, lda, b, ldb, panel, c, ldc);
  }
}
