package dev.gme.core.identify;

/** The loops one number at a time, in the operations and the order of the vectorized ones. */
final class ScalarIndexKernels implements IndexKernels {
  @Override
  public void atOne(
      int rows,
      int width,
      int d,
      float[] x,
      int xOff,
      float[] coefficients,
      float t,
      float[] out,
      int outOff) {
    for (int row = 0; row < rows; row++) {
      out[outOff + row] = sum(width, d, x, start(xOff, width, d, row), coefficients, 0, 2) + t;
    }
  }

  @Override
  public void between(
      int rows,
      int width,
      int d,
      float[] x,
      int xOff,
      float[] coefficients,
      float t0,
      float t1,
      float[] tau,
      int tauOff,
      float[] out,
      int outOff) {
    for (int row = 0; row < rows; row++) {
      int from = start(xOff, width, d, row);
      float first = sum(width, d, x, from, coefficients, 0, 4) + t0;
      float second = sum(width, d, x, from, coefficients, 2, 4) + t1;
      out[outOff + row] = Math.fma(tau[tauOff + row], second - first, first);
    }
  }

  private static int start(int xOff, int width, int d, int row) {
    return xOff + row / width * width * d + row % width;
  }

  private static float sum(
      int width, int d, float[] x, int from, float[] coefficients, int c, int step) {
    float sum = 0;
    for (int k = 0; k < d; k++) {
      float v = x[from + k * width];
      float inner = Math.fma(v, coefficients[k * step + c + 1], coefficients[k * step + c]);
      sum = Math.fma(v, inner, sum);
    }
    return sum;
  }

  @Override
  public float max(int n, float[] x, int off) {
    float max = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      max = Math.max(max, x[off + i]);
    }
    return max;
  }
}
