package dev.gme.frontend.gmm;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.MatrixView;

/**
 * A mixture with diagonal covariances (docs/math.md 8.1).
 *
 * <pre>{@code
 * DiagonalGmm ubm = new UbmTrainer(UbmTrainer.Options.DEFAULT).train(frames, progress).model();
 * double[] fit = ubm.logDensities(frames.doubles(0, 100));
 * }</pre>
 */
public final class DiagonalGmm extends MixtureBase {
  private final DoubleMatrix variances;

  /** Frames are taken relative to it, so that squares do not drown small deviations. */
  private final double[] origin;

  /** ℓ_c(o) = constant_c + [x, x²]·factor_c with x = o − origin. */
  private final double[] constants;

  private final double[] factors;

  private DiagonalGmm(double[] weights, DoubleMatrix means, DoubleMatrix variances) {
    super(weights, means);
    this.variances = variances;
    this.origin = centre(weights, means);
    int c = weights.length;
    int p = means.cols();
    this.constants = new double[c];
    this.factors = new double[Math.multiplyExact(c, 2 * p)];
    for (int i = 0; i < c; i++) {
      double sum = p * Math.log(2 * Math.PI);
      for (int k = 0; k < p; k++) {
        double m = means.get(i, k) - origin[k];
        double v = variances.get(i, k);
        sum += Math.log(v) + m * m / v;
        factors[i * 2 * p + k] = m / v;
        factors[i * 2 * p + p + k] = -0.5 / v;
      }
      constants[i] = Math.log(weights[i]) - 0.5 * sum;
    }
  }

  /**
   * The mixture of these parameters.
   *
   * @param weights w_c, positive, of sum 1
   * @param means m_c, a component a row
   * @param variances v_c, a component a row
   */
  public static DiagonalGmm of(double[] weights, DoubleMatrix means, DoubleMatrix variances) {
    MixtureChecks.check(weights, means);
    if (variances.rows() != means.rows() || variances.cols() != means.cols()) {
      throw new IllegalArgumentException(
          "variances of " + variances.rows() + " x " + variances.cols() + " for these means");
    }
    for (double v : variances.array()) {
      if (!(v > 0 && v < Double.POSITIVE_INFINITY)) {
        throw MixtureChecks.variance(v);
      }
    }
    return new DiagonalGmm(weights.clone(), means, variances);
  }

  /** The mean of the mixture, Σ w_c m_c. */
  private static double[] centre(double[] weights, DoubleMatrix means) {
    return means.transposeTimes(weights);
  }

  /** v_c, a component a row. */
  public DoubleMatrix variances() {
    return variances;
  }

  /** The point that {@link #expanded} is about; only to be read. */
  double[] origin() {
    return origin;
  }

  @Override
  public DoubleMatrix logLikelihoods(DoubleMatrix frames) {
    return logLikelihoodsOf(expanded(frames));
  }

  /** [x, x²] with x = o − origin, a frame a row. */
  DoubleMatrix expanded(DoubleMatrix frames) {
    int p = dimension();
    if (frames.cols() != p) {
      throw new IllegalArgumentException(
          "frames of dimension " + frames.cols() + " for a mixture of dimension " + p);
    }
    int n = frames.rows();
    double[] o = frames.array();
    double[] out = new double[n * 2 * p];
    for (int t = 0; t < n; t++) {
      for (int k = 0; k < p; k++) {
        double x = o[t * p + k] - origin[k];
        out[t * 2 * p + k] = x;
        out[t * 2 * p + p + k] = x * x;
      }
    }
    return DoubleMatrix.wrap(n, 2 * p, out);
  }

  /** ℓ of frames in the form of {@link #expanded}. */
  DoubleMatrix logLikelihoodsOf(DoubleMatrix expanded) {
    int n = expanded.rows();
    int c = components();
    int k = expanded.cols();
    double[] l = new double[Math.multiplyExact(n, c)];
    for (int t = 0; t < n; t++) {
      System.arraycopy(constants, 0, l, t * c, c);
    }
    Blas.gemm(
        1, expanded.view(), MatrixView.of(factors, c, k).transpose(), 1, MatrixView.of(l, n, c));
    return DoubleMatrix.wrap(n, c, l);
  }

  /** The same densities with full covariances, to be trained on. */
  public FullGmm toFull() {
    DoubleMatrix[] covariances = new DoubleMatrix[components()];
    for (int i = 0; i < covariances.length; i++) {
      covariances[i] = DoubleMatrix.diagonal(variances.row(i));
    }
    return FullGmm.of(weights, means, covariances);
  }
}
