package dev.gme.core.score.tile;

/** The loops of {@link Lagrange}. */
interface LagrangeKernels {
  void weights(double[] u, double[] scale, int m, double[] t, int tOff, double[] out);

  /** As {@link Lagrange#addCombined}, for argument r alone. */
  void addCombined(
      int r, int points, double[] weight, int m, double[] x, int xOff, int ldX, double[] out);

  void multiplyAdd(int n, double[] x, int xOff, double[] y, int yOff, double[] out, int outOff);
}
