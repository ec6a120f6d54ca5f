package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.Arrays;

/**
 * Kaldi's form of an extractor (docs/math.md 8.4): the mean of component c is M_c x, and x ~ N(p
 * e_1, I). {@link #standard} is the same model in standard form. A value.
 */
public final class KaldiExtractor {
  /**
   * The offset for models whose means are not in the span of T: deviations of x_1, of variance 1,
   * scale their means by no more than the 1e-7 that i-vectors are written with.
   */
  private static final double FAR = 1e7;

  /** What means may differ by from a multiple of a column, relative to the largest of them. */
  private static final double ROUNDING = 1e-9;

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

  /**
   * An extractor in standard form as one of Kaldi's. If its means are a multiple of the first
   * column of T, as those of Kaldi's own are, the two are the same model. Else Kaldi's has one
   * dimension more, M_c = [m_c/p T_c] with a large p: its i-vectors have a first element next to 0
   * and are then those of the other.
   *
   * @param weights of the mixture that aligns frames
   */
  public static KaldiExtractor of(double[] weights, IvectorExtractor x) {
    DoubleMatrix[] covariances = new DoubleMatrix[x.components()];
    Arrays.setAll(covariances, x::covariance);
    double[] means = x.means().array();
    double[] first = x.t().column(0);
    double square = Blas.dot(first.length, first, 0, first, 0);
    double offset = square == 0 ? 0 : Blas.dot(first.length, first, 0, means, 0) / square;
    double[] apart = means.clone();
    Blas.axpy(apart.length, -offset, first, 0, apart, 0);
    boolean within =
        DoubleMatrix.wrap(1, apart.length, apart).maxAbs() <= ROUNDING * x.means().maxAbs();
    return within
        ? of(weights, x.t(), covariances, offset)
        : of(weights, withColumn(means, x.t()), covariances, FAR);
  }

  /** The matrix [m/p T]. */
  private static DoubleMatrix withColumn(double[] means, DoubleMatrix t) {
    int d = t.cols();
    double[] out = new double[Math.multiplyExact(means.length, d + 1)];
    for (int i = 0; i < means.length; i++) {
      out[i * (d + 1)] = means[i] / FAR;
      System.arraycopy(t.array(), i * d, out, i * (d + 1) + 1, d);
    }
    return DoubleMatrix.wrap(means.length, d + 1, out);
  }

  public double[] weights() {
    return weights.clone();
  }

  /** The M_c on top of each other. */
  public DoubleMatrix m() {
    return m;
  }

  /** The covariance Σ_c. */
  public DoubleMatrix covariance(int c) {
    return covariances[c];
  }

  /** The offset p of the prior's mean. */
  public double priorOffset() {
    return priorOffset;
  }

  /** The same model in standard form; its i-vectors are Kaldi's, with the offset subtracted. */
  public IvectorExtractor standard() {
    return standard;
  }
}
