package dev.gme.core.model;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SpecialFunctions;

/**
 * The likelihood of z given one recording as heavy-tailed PLDA has it, a t-density, beside the
 * Gaussian that gme computes with (docs/math.md 3.6). Both are scaled to 1 at their common mode; z
 * is in the basis of the model's F. It is here to measure how good the approximation is.
 *
 * <pre>{@code
 * ExactMetaEmbedding f = model.exact(r);
 * double error = f.error(z);   // log f(z) minus that of the Gaussian; at least f.minError()
 * }</pre>
 */
public final class ExactMetaEmbedding {
  private final double[] lambda;
  private final DoubleMatrix v;
  private final double[] canonicalMode;
  private final double b;
  private final double nuPrime;

  /**
   * From the parts of an extraction.
   *
   * @param px Px, the canonical a before its factor b
   * @param q x'Gx
   * @param complement D − d
   */
  ExactMetaEmbedding(
      double[] lambda, DoubleMatrix v, double[] px, double q, int complement, double nu) {
    this.lambda = lambda;
    this.v = v;
    this.canonicalMode = new double[px.length];
    for (int k = 0; k < px.length; k++) {
      canonicalMode[k] = px[k] / lambda[k];
    }
    this.b = nu == Double.POSITIVE_INFINITY ? 1 : (nu + complement) / (nu + q);
    this.nuPrime = nu + complement;
  }

  /** ν' = ν + D − d, the degrees of freedom of f. */
  public double nuPrime() {
    return nuPrime;
  }

  /** The precision factor b of the Gaussian. */
  public double b() {
    return b;
  }

  /** The most likely z. */
  public double[] mode() {
    return v.times(canonicalMode);
  }

  /** u(z) = b (z−m)'B̄(z−m). */
  private double u(double[] z) {
    Require.length("z", z, lambda.length);
    double[] zc = v.transposeTimes(z);
    double sum = 0;
    for (int k = 0; k < lambda.length; k++) {
      double distance = zc[k] - canonicalMode[k];
      sum += lambda[k] * distance * distance;
    }
    return b * sum;
  }

  /** log f(z) of the exact t-shaped likelihood. */
  public double logExact(double[] z) {
    return nuPrime == Double.POSITIVE_INFINITY
        ? logGaussian(z)
        : -0.5 * (nuPrime + lambda.length) * Math.log1p(u(z) / nuPrime);
  }

  /** log f(z) of the Gaussian approximation. */
  public double logGaussian(double[] z) {
    return -0.5 * u(z);
  }

  /** {@link #logExact} − {@link #logGaussian}, without the cancellation of that difference. */
  public double error(double[] z) {
    return error(u(z));
  }

  private double error(double u) {
    if (nuPrime == Double.POSITIVE_INFINITY) {
      return 0;
    }
    double t = u / nuPrime;
    return 0.5 * (nuPrime * SpecialFunctions.xMinusLog1p(t) - lambda.length * Math.log1p(t));
  }

  /** The smallest error over all z, found where u = d. */
  public double minError() {
    return error(lambda.length);
  }
}
