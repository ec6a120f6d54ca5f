package dev.gme.core.linalg;

/** Plain loops; the compiler vectorizes the innermost ones where it can. */
final class ScalarGemm implements GemmKernels {
  private static final int FLOAT_NR = 16;
  private static final int DOUBLE_NR = 8;

  @Override
  public int floatLanes() {
    return 1;
  }

  @Override
  public int floatNr() {
    return FLOAT_NR;
  }

  @Override
  public int doubleNr() {
    return DOUBLE_NR;
  }

  @Override
  public void tile(int k, float[] a, int aOff, float[] b, int bOff, float[] c, int cOff, int ldc) {
    for (int i = 0; i < MR; i++) {
      int ci = cOff + i * ldc;
      for (int p = 0; p < k; p++) {
        float aip = a[aOff + p * MR + i];
        int bp = bOff + p * FLOAT_NR;
        for (int j = 0; j < FLOAT_NR; j++) {
          c[ci + j] += aip * b[bp + j];
        }
      }
    }
  }

  @Override
  public void tile(
      int k, double[] a, int aOff, double[] b, int bOff, double[] c, int cOff, int ldc) {
    for (int i = 0; i < MR; i++) {
      int ci = cOff + i * ldc;
      for (int p = 0; p < k; p++) {
        double aip = a[aOff + p * MR + i];
        int bp = bOff + p * DOUBLE_NR;
        for (int j = 0; j < DOUBLE_NR; j++) {
          c[ci + j] += aip * b[bp + j];
        }
      }
    }
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
