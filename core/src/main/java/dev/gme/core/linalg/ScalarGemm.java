package dev.gme.core.linalg;

/**
 * Inner loops in plain Java. The micro-tile is four by four sums in local variables: the compiler
 * does not vectorize loops over two offsets into arrays, so what counts is how seldom an element is
 * loaded.
 */
final class ScalarGemm implements GemmKernels {
  private static final int NR = 4;

  @Override
  public int floatLanes() {
    return 1;
  }

  @Override
  public int floatNr() {
    return NR;
  }

  @Override
  public int doubleNr() {
    return NR;
  }

  @Override
  public void tile(int k, float[] a, int aOff, float[] b, int bOff, float[] c, int cOff, int ldc) {
    float c00 = 0;
    float c01 = 0;
    float c02 = 0;
    float c03 = 0;
    float c10 = 0;
    float c11 = 0;
    float c12 = 0;
    float c13 = 0;
    float c20 = 0;
    float c21 = 0;
    float c22 = 0;
    float c23 = 0;
    float c30 = 0;
    float c31 = 0;
    float c32 = 0;
    float c33 = 0;
    int ap = aOff;
    int bp = bOff;
    for (int p = 0; p < k; p++) {
      float b0 = b[bp];
      float b1 = b[bp + 1];
      float b2 = b[bp + 2];
      float b3 = b[bp + 3];
      float x = a[ap];
      c00 += x * b0;
      c01 += x * b1;
      c02 += x * b2;
      c03 += x * b3;
      x = a[ap + 1];
      c10 += x * b0;
      c11 += x * b1;
      c12 += x * b2;
      c13 += x * b3;
      x = a[ap + 2];
      c20 += x * b0;
      c21 += x * b1;
      c22 += x * b2;
      c23 += x * b3;
      x = a[ap + 3];
      c30 += x * b0;
      c31 += x * b1;
      c32 += x * b2;
      c33 += x * b3;
      ap += MR;
      bp += NR;
    }
    add(c00, c01, c02, c03, c, cOff);
    add(c10, c11, c12, c13, c, cOff + ldc);
    add(c20, c21, c22, c23, c, cOff + 2 * ldc);
    add(c30, c31, c32, c33, c, cOff + 3 * ldc);
  }

  private static void add(float x0, float x1, float x2, float x3, float[] c, int off) {
    c[off] += x0;
    c[off + 1] += x1;
    c[off + 2] += x2;
    c[off + 3] += x3;
  }

  @Override
  public void tile(
      int k, double[] a, int aOff, double[] b, int bOff, double[] c, int cOff, int ldc) {
    double c00 = 0;
    double c01 = 0;
    double c02 = 0;
    double c03 = 0;
    double c10 = 0;
    double c11 = 0;
    double c12 = 0;
    double c13 = 0;
    double c20 = 0;
    double c21 = 0;
    double c22 = 0;
    double c23 = 0;
    double c30 = 0;
    double c31 = 0;
    double c32 = 0;
    double c33 = 0;
    int ap = aOff;
    int bp = bOff;
    for (int p = 0; p < k; p++) {
      double b0 = b[bp];
      double b1 = b[bp + 1];
      double b2 = b[bp + 2];
      double b3 = b[bp + 3];
      double x = a[ap];
      c00 += x * b0;
      c01 += x * b1;
      c02 += x * b2;
      c03 += x * b3;
      x = a[ap + 1];
      c10 += x * b0;
      c11 += x * b1;
      c12 += x * b2;
      c13 += x * b3;
      x = a[ap + 2];
      c20 += x * b0;
      c21 += x * b1;
      c22 += x * b2;
      c23 += x * b3;
      x = a[ap + 3];
      c30 += x * b0;
      c31 += x * b1;
      c32 += x * b2;
      c33 += x * b3;
      ap += MR;
      bp += NR;
    }
    add(c00, c01, c02, c03, c, cOff);
    add(c10, c11, c12, c13, c, cOff + ldc);
    add(c20, c21, c22, c23, c, cOff + 2 * ldc);
    add(c30, c31, c32, c33, c, cOff + 3 * ldc);
  }

  private static void add(double x0, double x1, double x2, double x3, double[] c, int off) {
    c[off] += x0;
    c[off + 1] += x1;
    c[off + 2] += x2;
    c[off + 3] += x3;
  }

  @Override
  public float dot(int n, float[] x, int xOff, float[] y, int yOff) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      s0 += x[xOff + i] * y[yOff + i];
      s1 += x[xOff + i + 1] * y[yOff + i + 1];
      s2 += x[xOff + i + 2] * y[yOff + i + 2];
      s3 += x[xOff + i + 3] * y[yOff + i + 3];
    }
    for (; i < n; i++) {
      s0 += x[xOff + i] * y[yOff + i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  @Override
  public double dot(int n, double[] x, int xOff, double[] y, int yOff) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      s0 += x[xOff + i] * y[yOff + i];
      s1 += x[xOff + i + 1] * y[yOff + i + 1];
      s2 += x[xOff + i + 2] * y[yOff + i + 2];
      s3 += x[xOff + i + 3] * y[yOff + i + 3];
    }
    for (; i < n; i++) {
      s0 += x[xOff + i] * y[yOff + i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  @Override
  public void axpy(int n, float alpha, float[] x, int xOff, float[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] += alpha * x[xOff + i];
    }
  }

  @Override
  public void axpy(int n, double alpha, double[] x, int xOff, double[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] += alpha * x[xOff + i];
    }
  }

  @Override
  public void rotate(int n, double[] x, int xOff, double[] y, int yOff, double c, double s) {
    for (int i = 0; i < n; i++) {
      double xi = x[xOff + i];
      double yi = y[yOff + i];
      x[xOff + i] = c * xi + s * yi;
      y[yOff + i] = c * yi - s * xi;
    }
  }
}
