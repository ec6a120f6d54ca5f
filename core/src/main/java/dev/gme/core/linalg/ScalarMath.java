package dev.gme.core.linalg;

/** Elementary functions in plain loops, one element after the other. */
final class ScalarMath implements MathKernels {
  @Override
  public void exp(int n, float[] x, int xOff, float[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] = FloatFunctions.exp(x[xOff + i]);
    }
  }

  @Override
  public void exp(int n, double[] x, int xOff, double[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] = DoubleFunctions.exp(x[xOff + i]);
    }
  }

  @Override
  public void log(int n, float[] x, int xOff, float[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] = FloatFunctions.log(x[xOff + i]);
    }
  }

  @Override
  public void log(int n, double[] x, int xOff, double[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] = DoubleFunctions.log(x[xOff + i]);
    }
  }

  @Override
  public void log1p(int n, float[] x, int xOff, float[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] = FloatFunctions.log1p(x[xOff + i]);
    }
  }

  @Override
  public void log1p(int n, double[] x, int xOff, double[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] = DoubleFunctions.log1p(x[xOff + i]);
    }
  }

  @Override
  public void softplus(int n, float[] x, int xOff, float[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] = FloatFunctions.softplus(x[xOff + i]);
    }
  }

  @Override
  public void softplus(int n, double[] x, int xOff, double[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] = DoubleFunctions.softplus(x[xOff + i]);
    }
  }

  @Override
  public void sigmoid(int n, float[] x, int xOff, float[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] = FloatFunctions.sigmoid(x[xOff + i]);
    }
  }

  @Override
  public void sigmoid(int n, double[] x, int xOff, double[] y, int yOff) {
    for (int i = 0; i < n; i++) {
      y[yOff + i] = DoubleFunctions.sigmoid(x[xOff + i]);
    }
  }

  @Override
  public void logistic(
      int n, float[] x, int xOff, float scale, float shift, float weight, float[] v, float[] y) {
    for (int i = 0; i < n; i++) {
      v[i] = Math.fma(scale, x[xOff + i], shift);
      float t = Math.max(v[i], FloatFunctions.LOGISTIC_LOW);
      y[i] = FloatFunctions.softplus(t);
      x[xOff + i] = weight * FloatFunctions.sigmoid(t);
    }
  }
}
