package dev.gme.core.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The inner loops in the Vector API, at the machine's preferred width. The micro-tile is four rows
 * by two vectors; its eight sums are local variables, because only those stay in registers.
 */
final class SimdGemm implements GemmKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> D = DoubleVector.SPECIES_PREFERRED;
  private static final int FL = F.length();
  private static final int DL = D.length();

  @Override
  public int floatLanes() {
    return FL;
  }

  @Override
  public int floatNr() {
    return 2 * FL;
  }

  @Override
  public int doubleNr() {
    return 2 * DL;
  }

  @Override
  public void tile(int k, float[] a, int aOff, float[] b, int bOff, float[] c, int cOff, int ldc) {
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
      ap += MR;
      bp += 2 * FL;
    }
    add(c00, c01, c, cOff);
    add(c10, c11, c, cOff + ldc);
    add(c20, c21, c, cOff + 2 * ldc);
    add(c30, c31, c, cOff + 3 * ldc);
  }

  private static void add(FloatVector x, FloatVector y, float[] c, int off) {
    FloatVector.fromArray(F, c, off).add(x).intoArray(c, off);
    FloatVector.fromArray(F, c, off + FL).add(y).intoArray(c, off + FL);
  }

  @Override
  public void tile(
      int k, double[] a, int aOff, double[] b, int bOff, double[] c, int cOff, int ldc) {
    DoubleVector c00 = DoubleVector.zero(D);
    DoubleVector c01 = c00;
    DoubleVector c10 = c00;
    DoubleVector c11 = c00;
    DoubleVector c20 = c00;
    DoubleVector c21 = c00;
    DoubleVector c30 = c00;
    DoubleVector c31 = c00;
    int ap = aOff;
    int bp = bOff;
    for (int p = 0; p < k; p++) {
      DoubleVector b0 = DoubleVector.fromArray(D, b, bp);
      DoubleVector b1 = DoubleVector.fromArray(D, b, bp + DL);
      DoubleVector x = DoubleVector.broadcast(D, a[ap]);
      c00 = x.fma(b0, c00);
      c01 = x.fma(b1, c01);
      x = DoubleVector.broadcast(D, a[ap + 1]);
      c10 = x.fma(b0, c10);
      c11 = x.fma(b1, c11);
      x = DoubleVector.broadcast(D, a[ap + 2]);
      c20 = x.fma(b0, c20);
      c21 = x.fma(b1, c21);
      x = DoubleVector.broadcast(D, a[ap + 3]);
      c30 = x.fma(b0, c30);
      c31 = x.fma(b1, c31);
      ap += MR;
      bp += 2 * DL;
    }
    add(c00, c01, c, cOff);
    add(c10, c11, c, cOff + ldc);
    add(c20, c21, c, cOff + 2 * ldc);
    add(c30, c31, c, cOff + 3 * ldc);
  }

  private static void add(DoubleVector x, DoubleVector y, double[] c, int off) {
    DoubleVector.fromArray(D, c, off).add(x).intoArray(c, off);
    DoubleVector.fromArray(D, c, off + DL).add(y).intoArray(c, off + DL);
  }

  @Override
  public float dot(int n, float[] x, int xOff, float[] y, int yOff) {
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = s0;
    int i = 0;
    for (; i + 2 * FL <= n; i += 2 * FL) {
      s0 = FloatVector.fromArray(F, x, xOff + i).fma(FloatVector.fromArray(F, y, yOff + i), s0);
      s1 =
          FloatVector.fromArray(F, x, xOff + i + FL)
              .fma(FloatVector.fromArray(F, y, yOff + i + FL), s1);
    }
    float s = LaneSum.of(s0.add(s1));
    for (; i < n; i++) {
      s = Math.fma(x[xOff + i], y[yOff + i], s);
    }
    return s;
  }

  @Override
  public double dot(int n, double[] x, int xOff, double[] y, int yOff) {
    DoubleVector s0 = DoubleVector.zero(D);
    DoubleVector s1 = s0;
    int i = 0;
    for (; i + 2 * DL <= n; i += 2 * DL) {
      s0 = DoubleVector.fromArray(D, x, xOff + i).fma(DoubleVector.fromArray(D, y, yOff + i), s0);
      s1 =
          DoubleVector.fromArray(D, x, xOff + i + DL)
              .fma(DoubleVector.fromArray(D, y, yOff + i + DL), s1);
    }
    double s = LaneSum.of(s0.add(s1));
    for (; i < n; i++) {
      s = Math.fma(x[xOff + i], y[yOff + i], s);
    }
    return s;
  }

  @Override
  public void axpy(int n, float alpha, float[] x, int xOff, float[] y, int yOff) {
    int i = 0;
    FloatVector al = FloatVector.broadcast(F, alpha);
    for (; i + FL <= n; i += FL) {
      FloatVector v = FloatVector.fromArray(F, y, yOff + i);
      al.fma(FloatVector.fromArray(F, x, xOff + i), v).intoArray(y, yOff + i);
    }
    for (; i < n; i++) {
      y[yOff + i] = Math.fma(alpha, x[xOff + i], y[yOff + i]);
    }
  }

  @Override
  public void axpy(int n, double alpha, double[] x, int xOff, double[] y, int yOff) {
    int i = 0;
    DoubleVector al = DoubleVector.broadcast(D, alpha);
    for (; i + DL <= n; i += DL) {
      DoubleVector v = DoubleVector.fromArray(D, y, yOff + i);
      al.fma(DoubleVector.fromArray(D, x, xOff + i), v).intoArray(y, yOff + i);
    }
    for (; i < n; i++) {
      y[yOff + i] = Math.fma(alpha, x[xOff + i], y[yOff + i]);
    }
  }

  @Override
  public void rotate(int n, double[] x, int xOff, double[] y, int yOff, double c, double s) {
    DoubleVector cv = DoubleVector.broadcast(D, c);
    DoubleVector sv = DoubleVector.broadcast(D, s);
    int i = 0;
    for (; i + DL <= n; i += DL) {
      DoubleVector xi = DoubleVector.fromArray(D, x, xOff + i);
      DoubleVector yi = DoubleVector.fromArray(D, y, yOff + i);
      cv.fma(xi, sv.mul(yi)).intoArray(x, xOff + i);
      cv.fma(yi, sv.mul(xi).neg()).intoArray(y, yOff + i);
    }
    for (; i < n; i++) {
      double xi = x[xOff + i];
      double yi = y[yOff + i];
      x[xOff + i] = Math.fma(c, xi, s * yi);
      y[yOff + i] = Math.fma(c, yi, -(s * xi));
    }
  }
}
