package dev.gme.core.score.tile;

import dev.gme.core.linalg.BlasProvider;
import dev.gme.core.linalg.MatrixView;

/** Products of tiles by the BLAS in use; a panel is as wide as the matrix. */
final class BlasTileKernels implements TileKernels {
  /** So that loops over the lanes of a panel have no remainder. */
  private static final int MULTIPLE = 32;

  private final BlasProvider blas;

  BlasTileKernels(BlasProvider blas) {
    this.blas = blas;
  }

  @Override
  public int panelWidth(int n) {
    return (n + MULTIPLE - 1) / MULTIPLE * MULTIPLE;
  }

  @Override
  public void rows(
      int m, int n, int k, float[] a, int lda, float[] b, int ldb, int panel, float[] c, int ldc) {
    blas.gemm(
        1,
        MatrixView.of(a, 0, m, k, lda),
        MatrixView.of(b, 0, k, n, ldb),
        0,
        MatrixView.of(c, 0, m, n, ldc));
  }

  @Override
  public void columns(
      int m, int n, int k, float[] a, int lda, float[] b, int ldb, int panel, float[] c, int ldc) {
    blas.gemm(
        1,
        MatrixView.of(a, 0, k, m, lda).transpose(),
        MatrixView.of(b, 0, k, n, ldb),
        0,
        MatrixView.of(c, 0, m, n, ldc));
  }
}
