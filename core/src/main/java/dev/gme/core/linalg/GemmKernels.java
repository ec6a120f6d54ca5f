package dev.gme.core.linalg;

/**
 * The innermost loops of the Java matrix products and vector operations. Lengths and offsets were
 * checked by the caller.
 *
 * <p>The micro-kernels multiply a packed panel of A ({@link #MR} rows) by a packed panel of B
 * ({@code nr} columns) and add the result to C: element p of the A panel's row i is at {@code
 * a[aOff + p * MR + i]}, element p of the B panel's column j at {@code b[bOff + p * nr + j]}.
 */
interface GemmKernels {
  /**
   * Rows of a micro-tile: four rows of two vectors are eight independent sums, enough to hide the
   * latency of a fused multiply-add and few enough for sixteen registers. See
   * docs/decisions/0001-linear-algebra.md for the other shapes tried.
   */
  int MR = 4;

  /** Floats in a vector, 1 for scalar code. */
  int floatLanes();

  /** Columns of a micro-tile of floats. */
  int floatNr();

  /** Columns of a micro-tile of doubles. */
  int doubleNr();

  /** C[0..MR, 0..floatNr] += A panel · B panel. */
  void tile(int k, float[] a, int aOff, float[] b, int bOff, float[] c, int cOff, int ldc);

  /** C[0..MR, 0..doubleNr] += A panel · B panel. */
  void tile(int k, double[] a, int aOff, double[] b, int bOff, double[] c, int cOff, int ldc);

  float dot(int n, float[] x, int xOff, float[] y, int yOff);

  double dot(int n, double[] x, int xOff, double[] y, int yOff);

  /** y += alpha x. */
  void axpy(int n, float alpha, float[] x, int xOff, float[] y, int yOff);

  /** y += alpha x. */
  void axpy(int n, double alpha, double[] x, int xOff, double[] y, int yOff);

  /** Rotates the plane of x and y: x ← c x + s y and y ← c y − s x. */
  void rotate(int n, double[] x, int xOff, double[] y, int yOff, double c, double s);
}
