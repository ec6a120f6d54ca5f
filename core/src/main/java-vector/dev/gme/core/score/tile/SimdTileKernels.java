package dev.gme.core.score.tile;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Micro-tiles of four rows by two vectors. A variant of one vector for the last columns would be
 * called rarely, and made the frequent one a third slower (the compiler boxed its vectors). The
 * loops look alike but for the index of A, which must be written out: the compiler drops the range
 * checks of {@code a[row + p]} and of neighbours {@code a[ap + 1]}, not those of a stride that it
 * does not know.
 */
final class SimdTileKernels implements TileKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
  private static final int FL = F.length();
  private static final int WIDTH = 2 * FL;

  @Override
  public int panelWidth(int n) {
    return WIDTH;
  }

  @Override
  public void rows(
      int m, int n, int k, float[] a, int lda, float[] b, int ldb, int panel, float[] c, int ldc) {
    for (int q = (n - 1) / WIDTH; q >= 0; q--) {
      int j = q * WIDTH;
      for (int i = 0; i < m; i += 4) {
        rowTile(k, a, i * lda, lda, b, q * panel, ldb, c, i * ldc + j, ldc);
      }
    }
  }

  @Override
  public void columns(
      int m, int n, int k, float[] a, int lda, float[] b, int ldb, int panel, float[] c, int ldc) {
    for (int q = (n - 1) / WIDTH; q >= 0; q--) {
      int j = q * WIDTH;
      for (int i = 0; i < m; i += 4) {
        columnTile(k, a, i, lda, b, q * panel, ldb, c, i * ldc + j, ldc);
      }
    }
  }

  private static void rowTile(
      int k,
      float[] a,
      int a0,
      int lda,
      float[] b,
      int bOff,
      int ldb,
      float[] c,
      int cOff,
      int ldc) {
    FloatVector c00 = FloatVector.zero(F);
    FloatVector c01 = c00;
    FloatVector c10 = c00;
    FloatVector c11 = c00;
    FloatVector c20 = c00;
    FloatVector c21 = c00;
    FloatVector c30 = c00;
    FloatVector c31 = c00;
    int a1 = a0 + lda;
    int a2 = a1 + lda;
    int a3 = a2 + lda;
    int bp = bOff;
    for (int p = 0; p < k; p++) {
      FloatVector b0 = FloatVector.fromArray(F, b, bp);
      FloatVector b1 = FloatVector.fromArray(F, b, bp + FL);
      FloatVector x = FloatVector.broadcast(F, a[a0 + p]);
      c00 = x.fma(b0, c00);
      c01 = x.fma(b1, c01);
      x = FloatVector.broadcast(F, a[a1 + p]);
      c10 = x.fma(b0, c10);
      c11 = x.fma(b1, c11);
      x = FloatVector.broadcast(F, a[a2 + p]);
      c20 = x.fma(b0, c20);
      c21 = x.fma(b1, c21);
      x = FloatVector.broadcast(F, a[a3 + p]);
      c30 = x.fma(b0, c30);
      c31 = x.fma(b1, c31);
      bp += ldb;
    }
    store(c00, c01, c, cOff);
    store(c10, c11, c, cOff + ldc);
    store(c20, c21, c, cOff + 2 * ldc);
    store(c30, c31, c, cOff + 3 * ldc);
  }

  private static void columnTile(
      int k,
      float[] a,
      int aOff,
      int lda,
      float[] b,
      int bOff,
      int ldb,
      float[] c,
      int cOff,
      int ldc) {
    FloatVector c00 = FloatVector.zero(F);
    FloatVector c01 = c00;
    FloatVector c10 = c00;
    FloatVector c11 = c00;
    FloatVector c20 = c00;
    FloatVector c21 = c00;
    FloatVector c30 = c00;
    FloatVector c31 = c00;
    int ap = aOff;
    int bp = bOff;
    for (int p = 0; p < k; p++) {
      FloatVector b0 = FloatVector.fromArray(F, b, bp);
      FloatVector b1 = FloatVector.fromArray(F, b, bp + FL);
      FloatVector x = FloatVector.broadcast(F, a[ap]);
      c00 = x.fma(b0, c00);
      c01 = x.fma(b1, c01);
      x = FloatVector.broadcast(F, a[ap + 1]);
      c10 = x.fma(b0, c10);
      c11 = x.fma(b1, c11);
      x = FloatVector.broadcast(F, a[ap + 2]);
      c20 = x.fma(b0, c20);
      c21 = x.fma(b1, c21);
      x = FloatVector.broadcast(F, a[ap + 3]);
      c30 = x.fma(b0, c30);
      c31 = x.fma(b1, c31);
      ap += lda;
      bp += ldb;
    }
    store(c00, c01, c, cOff);
    store(c10, c11, c, cOff + ldc);
    store(c20, c21, c, cOff + 2 * ldc);
    store(c30, c31, c, cOff + 3 * ldc);
  }

  private static void store(FloatVector x, FloatVector y, float[] c, int off) {
    x.intoArray(c, off);
    y.intoArray(c, off + FL);
  }
}
