package dev.gme.core.score.tile;

/** The products of {@link TileProduct}; all matrices begin at element 0 of their arrays. */
interface TileKernels {
  int panelWidth(int n);

  void rows(
      int m, int n, int k, float[] a, int lda, float[] b, int ldb, int panel, float[] c, int ldc);

  void columns(
      int m, int n, int k, float[] a, int lda, float[] b, int ldb, int panel, float[] c, int ldc);
}
