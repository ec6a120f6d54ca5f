package dev.gme.core.score.tile;

/** Interpolation in plain loops, one argument after the other. */
final class ScalarLagrange implements LagrangeKernels {
  @Override
  public void weights(double[] u, double[] scale, int m, double[] t, int tOff, double[] out) {
    for (int i = 0; i < m; i++) {
      weights(u, scale, m, t[tOff + i], i, out);
    }
  }

  static void weights(double[] u, double[] scale, int m, double t, int i, double[] out) {
    // Products of t − u over the points before p, times those behind it: no division by t − u.
    double product = 1;
    for (int p = 0; p < u.length; p++) {
      out[p * m + i] = product * scale[p];
      product *= t - u[p];
    }
    product = 1;
    for (int p = u.length - 1; p >= 0; p--) {
      out[p * m + i] *= product;
      product *= t - u[p];
    }
  }

  @Override
  public void addCombined(
      int r, int points, double[] weight, int m, double[] x, int xOff, int ldX, double[] out) {
    addFrom(0, r, points, weight, m, x, xOff, ldX, out);
  }

  /** Functions from {@code first} on. */
  static void addFrom(
      int first,
      int r,
      int points,
      double[] weight,
      int m,
      double[] x,
      int xOff,
      int ldX,
      double[] out) {
    for (int i = first; i < m; i++) {
      double sum = out[r * m + i];
      for (int p = 0; p < points; p++) {
        sum = Math.fma(weight[r * points + p], x[xOff + p * ldX + i], sum);
      }
      out[r * m + i] = sum;
    }
  }

  @Override
  public void multiplyAdd(
      int n, double[] x, int xOff, double[] y, int yOff, double[] out, int outOff) {
    for (int i = 0; i < n; i++) {
      out[outOff + i] = Math.fma(x[xOff + i], y[yOff + i], out[outOff + i]);
    }
  }
}
