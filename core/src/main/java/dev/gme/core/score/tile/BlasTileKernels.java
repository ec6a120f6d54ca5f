package dev.gme.core.score.tile;

import dev.gme.core.linalg.BlasProvider;
import dev.gme.core.linalg.Op;

/** By the BLAS in use, a panel being as wide as the matrix. */
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
    blas.gemm(Op.NONE, Op.NONE, m, n, k, 1, a, 0, lda, b, 0, ldb, 0, c, 0, ldc);
  }

  @Override
  public void columns(
      int m, int n, int k, float[] a, int lda, float[] b, int ldb, int panel, float[] c, int ldc) {
    blas.gemm(Op.TRANSPOSE, Op.NONE, m, n, k, 1, a, 0, lda, b, 0, ldb, 0, c, 0, ldc);
  }
}
