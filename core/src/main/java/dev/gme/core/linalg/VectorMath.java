package dev.gme.core.linalg;

/**
 * Elementary functions over ranges of arrays: element i of the result, at {@code y[yOff + i]}, is
 * the function of {@code x[xOff + i]}, for i from 0 to n - 1. The two ranges may be the same one
 * and may not overlap otherwise. The work is done in the calling thread.
 *
 * <pre>{@code
 * VectorMath.sigmoid(scores.length, scores, 0, posteriors, 0);
 * }</pre>
 *
 * <p>The functions are computed by own polynomials with fused multiply-adds, in the Vector API
 * where {@link Backend} allows it and one by one elsewhere. Both ways make the same operations: an
 * element's result does not depend on the machine, the Java version, nor on where in a range the
 * element stands. (A processor without fused multiply-add gets the same results, very slowly.)
 *
 * <table>
 * <caption>Largest error in units in the last place of the result</caption>
 * <tr><th>function</th><th>float</th><th>double</th></tr>
 * <tr><td>exp</td><td>1.1</td><td>1.1</td></tr>
 * <tr><td>log</td><td>1</td><td>1</td></tr>
 * <tr><td>log1p</td><td>1.5</td><td>1</td></tr>
 * <tr><td>softplus</td><td>2</td><td>2</td></tr>
 * <tr><td>sigmoid</td><td>2.5</td><td>2.5</td></tr>
 * </table>
 *
 * <p>The bounds are tested, not proven: on millions of floats and tens of thousands of doubles from
 * the whole range, with subnormal arguments and results. They are relative: softplus and sigmoid of
 * very negative arguments are as accurate as exp. Special values:
 *
 * <ul>
 *   <li>NaN gives NaN.
 *   <li>exp overflows to +∞ and underflows gradually, to 0 at last; so do softplus and sigmoid of
 *       negative arguments underflow.
 *   <li>log(±0) and log1p(-1) are -∞; log of negative numbers and log1p of numbers below -1 are
 *       NaN; log1p(-0) is -0. Both are +∞ at +∞.
 *   <li>softplus(+∞) = +∞ and softplus(-∞) = 0; sigmoid(+∞) = 1 and sigmoid(-∞) = 0.
 * </ul>
 */
public final class VectorMath {
  private static final MathKernels KERNELS = Backend.mathKernels();

  private VectorMath() {}

  /** y ← e^x. */
  public static void exp(int n, float[] x, int xOff, float[] y, int yOff) {
    check(n, x.length, xOff, y.length, yOff, x == y);
    KERNELS.exp(n, x, xOff, y, yOff);
  }

  /** y ← e^x. */
  public static void exp(int n, double[] x, int xOff, double[] y, int yOff) {
    check(n, x.length, xOff, y.length, yOff, x == y);
    KERNELS.exp(n, x, xOff, y, yOff);
  }

  /** y ← log x. */
  public static void log(int n, float[] x, int xOff, float[] y, int yOff) {
    check(n, x.length, xOff, y.length, yOff, x == y);
    KERNELS.log(n, x, xOff, y, yOff);
  }

  /** y ← log x. */
  public static void log(int n, double[] x, int xOff, double[] y, int yOff) {
    check(n, x.length, xOff, y.length, yOff, x == y);
    KERNELS.log(n, x, xOff, y, yOff);
  }

  /** y ← log(1 + x). */
  public static void log1p(int n, float[] x, int xOff, float[] y, int yOff) {
    check(n, x.length, xOff, y.length, yOff, x == y);
    KERNELS.log1p(n, x, xOff, y, yOff);
  }

  /** y ← log(1 + x). */
  public static void log1p(int n, double[] x, int xOff, double[] y, int yOff) {
    check(n, x.length, xOff, y.length, yOff, x == y);
    KERNELS.log1p(n, x, xOff, y, yOff);
  }

  /** y ← log(1 + e^x). */
  public static void softplus(int n, float[] x, int xOff, float[] y, int yOff) {
    check(n, x.length, xOff, y.length, yOff, x == y);
    KERNELS.softplus(n, x, xOff, y, yOff);
  }

  /** y ← log(1 + e^x). */
  public static void softplus(int n, double[] x, int xOff, double[] y, int yOff) {
    check(n, x.length, xOff, y.length, yOff, x == y);
    KERNELS.softplus(n, x, xOff, y, yOff);
  }

  /** y ← 1 / (1 + e^-x). */
  public static void sigmoid(int n, float[] x, int xOff, float[] y, int yOff) {
    check(n, x.length, xOff, y.length, yOff, x == y);
    KERNELS.sigmoid(n, x, xOff, y, yOff);
  }

  /** y ← 1 / (1 + e^-x). */
  public static void sigmoid(int n, double[] x, int xOff, double[] y, int yOff) {
    check(n, x.length, xOff, y.length, yOff, x == y);
    KERNELS.sigmoid(n, x, xOff, y, yOff);
  }

  /**
   * The logistic loss of scores that are all of one kind, and its slope: v ← scale x + shift, y ←
   * log(1 + e^v), x ← weight / (1 + e^-v); x from an offset on. Both functions are taken at −40
   * where v is less. The arrays are three different ones.
   */
  public static void logistic(
      int n, float[] x, int xOff, float scale, float shift, float weight, float[] v, float[] y) {
    check(n, x.length, xOff, y.length, 0, false);
    Ranges.check("v", n, v.length, 0);
    KERNELS.logistic(n, x, xOff, scale, shift, weight, v, y);
  }

  private static void check(int n, int xSize, int xOff, int ySize, int yOff, boolean same) {
    Ranges.check("x", n, xSize, xOff);
    Ranges.check("y", n, ySize, yOff);
    if (same && xOff != yOff && Math.abs(xOff - yOff) < n) {
      throw new IllegalArgumentException(
          "x and y overlap: " + n + " elements at offsets " + xOff + " and " + yOff);
    }
  }
}
