package dev.gme.core.score.tile;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** The loops of {@link ScalarLagrange} over vectors of arguments; the rest is scalar. */
final class SimdLagrange implements LagrangeKernels {
  private static final VectorSpecies<Double> D = DoubleVector.SPECIES_PREFERRED;
  private static final int DL = D.length();

  @Override
  public void weights(double[] u, double[] scale, int m, double[] t, int tOff, double[] out) {
    int i = 0;
    for (; i + DL <= m; i += DL) {
      DoubleVector x = DoubleVector.fromArray(D, t, tOff + i);
      DoubleVector product = DoubleVector.broadcast(D, 1);
      for (int p = 0; p < u.length; p++) {
        product.mul(scale[p]).intoArray(out, p * m + i);
        product = product.mul(x.sub(u[p]));
      }
      product = DoubleVector.broadcast(D, 1);
      for (int p = u.length - 1; p >= 0; p--) {
        DoubleVector.fromArray(D, out, p * m + i).mul(product).intoArray(out, p * m + i);
        product = product.mul(x.sub(u[p]));
      }
    }
    for (; i < m; i++) {
      ScalarLagrange.weights(u, scale, m, t[tOff + i], i, out);
    }
  }

  @Override
  public void addCombined(
      int r, int points, double[] weight, int m, double[] x, int xOff, int ldX, double[] out) {
    int wOff = r * points;
    int outOff = r * m;
    int i = 0;
    for (; i + 2 * DL <= m; i += 2 * DL) {
      DoubleVector s0 = DoubleVector.fromArray(D, out, outOff + i);
      DoubleVector s1 = DoubleVector.fromArray(D, out, outOff + i + DL);
      int from = xOff + i;
      for (int p = 0; p < points; p++) {
        DoubleVector w = DoubleVector.broadcast(D, weight[wOff + p]);
        s0 = w.fma(DoubleVector.fromArray(D, x, from), s0);
        s1 = w.fma(DoubleVector.fromArray(D, x, from + DL), s1);
        from += ldX;
      }
      s0.intoArray(out, outOff + i);
      s1.intoArray(out, outOff + i + DL);
    }
    ScalarLagrange.addFrom(i, r, points, weight, m, x, xOff, ldX, out);
  }

  @Override
  public void multiplyAdd(
      int n, double[] x, int xOff, double[] y, int yOff, double[] out, int outOff) {
    int i = 0;
    for (; i + DL <= n; i += DL) {
      DoubleVector.fromArray(D, x, xOff + i)
          .fma(DoubleVector.fromArray(D, y, yOff + i), DoubleVector.fromArray(D, out, outOff + i))
          .intoArray(out, outOff + i);
    }
    for (; i < n; i++) {
      out[outOff + i] = Math.fma(x[xOff + i], y[yOff + i], out[outOff + i]);
    }
  }
}
