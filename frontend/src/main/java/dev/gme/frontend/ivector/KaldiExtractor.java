package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;

/**
 * Kaldi's form of an extractor (docs/math.md 8.4): the mean of component c is M_c x, and x ~ N(p
 * e_1, I). {@link #standard} is the same model in standard form. A value.
 */
public final class KaldiExtractor {
  private final double[] weights;
  private final DoubleMatrix m;
  private final DoubleMatrix[] covariances;
  private final double priorOffset;
  private final IvectorExtractor standard;

  private KaldiExtractor(
      double[] weights, DoubleMatrix m, DoubleMatrix[] covariances, double priorOffset) {
    this.weights = weights;
    this.m = m;
    this.covariances = covariances;
    this.priorOffset = priorOffset;
    int c = weights.length;
    double[] means = m.column(0);
    for (int i = 0; i < means.length; i++) {
      means[i] *= priorOffset;
    }
    this.standard =
        IvectorExtractor.of(DoubleMatrix.wrap(c, means.length / c, means), m, covariances);
  }

  /**
   * The extractor of these parameters.
   *
   * @param weights of the components
   * @param m the M_c on top of each other, C·P x D
   * @param covariances Σ_c
   * @param priorOffset p
   */
  public static KaldiExtractor of(
      double[] weights, DoubleMatrix m, DoubleMatrix[] covariances, double priorOffset) {
    if (weights.length == 0 || m.rows() % weights.length != 0 || !Double.isFinite(priorOffset)) {
      throw new IllegalArgumentException(
          weights.length + " weights, " + m.rows() + " rows of M, offset " + priorOffset);
    }
    return new KaldiExtractor(weights.clone(), m, covariances.clone(), priorOffset);
  }

  /** The same with Σ_c⁻¹, as Kaldi's files have them. */
  public static KaldiExtractor ofInverses(
      double[] weights, DoubleMatrix m, DoubleMatrix[] inverses, double priorOffset) {
    DoubleMatrix[] covariances = new DoubleMatrix[inverses.length];
    for (int c = 0; c < covariances.length; c++) {
      covariances[c] =
          Cholesky.of(inverses[c])
              .orThrow("inverse covariance " + (c + 1), "check where the extractor comes from")
              .inverse();
    }
    return of(weights, m, covariances, priorOffset);
  }

  public double[] weights() {
    return weights.clone();
  }

  /** The M_c on top of each other. */
  public DoubleMatrix m() {
    return m;
  }

  /** Σ_c. */
  public DoubleMatrix covariance(int c) {
    return covariances[c];
  }

  /** p. */
  public double priorOffset() {
    return priorOffset;
  }

  /** The same model in standard form; its i-vectors are Kaldi's, with the offset subtracted. */
  public IvectorExtractor standard() {
    return standard;
  }
}
