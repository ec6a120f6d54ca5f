package dev.gme.core.score.tile;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Simd;
import java.util.Arrays;

/**
 * Lagrange's interpolation at fixed points for many arguments at once.
 *
 * <pre>{@code
 * Lagrange points = new Lagrange(u);
 * points.weights(m, t, 0, w);          // weight of point p for t[i] at w[p * m + i]
 * Lagrange.multiplyAdd(m, w, p * m, f, p * m, out, 0);   // for every p: out[i] += w f
 * }</pre>
 */
final class Lagrange {
  private static final LagrangeKernels KERNELS =
      Simd.orScalar("SimdLagrange", LagrangeKernels.class, new ScalarLagrange());

  private final double[] u;

  /** 1 / Π_{q≠p} (u_p − u_q). */
  private final double[] scale;

  Lagrange(double[] points) {
    u = points.clone();
    scale = new double[u.length];
    for (int p = 0; p < u.length; p++) {
      double product = 1;
      for (int q = 0; q < u.length; q++) {
        if (q != p) {
          product *= u[p] - u[q];
        }
      }
      scale[p] = 1 / product;
    }
  }

  int size() {
    return u.length;
  }

  /**
   * The weights of the points for m arguments.
   *
   * @param t the arguments, from {@code tOff}
   * @param out the weight of point p for argument i, at p·m + i
   */
  void weights(int m, double[] t, int tOff, double[] out) {
    KERNELS.weights(u, scale, m, t, tOff, out);
  }

  /**
   * Element (q, p) is the derivative of point p's weight at point q. Derivatives of weights are
   * polynomials of lower degree, so that their values at the points are all there is to know.
   */
  DoubleMatrix differentiation() {
    int n = u.length;
    double[] out = new double[n * n];
    for (int q = 0; q < n; q++) {
      for (int p = 0; p < n; p++) {
        if (p != q) {
          double apart = u[q] - u[p];
          out[q * n + p] = scale[p] / scale[q] / apart;
          out[q * n + q] += 1 / apart;
        }
      }
    }
    return DoubleMatrix.wrap(n, n, out);
  }

  /**
   * Adds the interpolated values of m functions at some arguments.
   *
   * @param points number of points
   * @param weight the weights of the points for one argument after the other
   * @param x the value of function i at point p, at {@code xOff + p · ldX + i}
   * @param out the value of function i at argument r is added at {@code r · m + i}
   */
  static void addCombined(
      int points, double[] weight, int m, double[] x, int xOff, int ldX, double[] out) {
    for (int r = 0; r < weight.length / points; r++) {
      KERNELS.addCombined(r, points, weight, m, x, xOff, ldX, out);
    }
  }

  /** out += x y, element by element. */
  static void multiplyAdd(
      int n, double[] x, int xOff, double[] y, int yOff, double[] out, int outOff) {
    KERNELS.multiplyAdd(n, x, xOff, y, yOff, out, outOff);
  }

  @Override
  public String toString() {
    return "interpolation at " + Arrays.toString(u);
  }
}
