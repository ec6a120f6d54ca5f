package dev.gme.core.linalg;

/**
 * The loops behind {@link VectorMath}: y[i] = f(x[i]). Lengths and offsets were checked by the
 * caller. All implementations give the same bits.
 */
interface MathKernels {
  void exp(int n, float[] x, int xOff, float[] y, int yOff);

  void exp(int n, double[] x, int xOff, double[] y, int yOff);

  void log(int n, float[] x, int xOff, float[] y, int yOff);

  void log(int n, double[] x, int xOff, double[] y, int yOff);

  void log1p(int n, float[] x, int xOff, float[] y, int yOff);

  void log1p(int n, double[] x, int xOff, double[] y, int yOff);

  void softplus(int n, float[] x, int xOff, float[] y, int yOff);

  void softplus(int n, double[] x, int xOff, double[] y, int yOff);

  void sigmoid(int n, float[] x, int xOff, float[] y, int yOff);

  void sigmoid(int n, double[] x, int xOff, double[] y, int yOff);

  /** v ← scale x + shift, y ← softplus(v), x ← weight · sigmoid(v). */
  void logistic(
      int n, float[] x, int xOff, float scale, float shift, float weight, float[] v, float[] y);
}
