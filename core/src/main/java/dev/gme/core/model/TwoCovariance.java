package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import java.util.Arrays;

/**
 * Gaussian PLDA as two covariances (docs/math.md 3.4): r = y + e with speaker means y ~ N(μ, Σb)
 * and noise e ~ N(0, Σw). Kaldi's models have this form, with Σb of full rank.
 *
 * <pre>{@code
 * TwoCovariance kaldi = TwoCovariance.of(mean, between, within);
 * GmeExtractor heavyTailed = kaldi.extractor(150, 2);   // d = 150, ν = 2
 * }</pre>
 *
 * @param mean μ; copied
 * @param between Σb, the covariance between speakers: symmetric positive semidefinite
 * @param within Σw, the covariance within speakers: symmetric positive definite
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares models
public record TwoCovariance(double[] mean, DoubleMatrix between, DoubleMatrix within) {
  /** Eigenvalues below this share of the largest are rounding. */
  private static final double ZERO = 1e-12;

  /** The model of these parameters, of whose matrices the symmetric parts are taken. */
  public TwoCovariance {
    int dim = mean.length;
    Require.shape("the between-speaker covariance", between, dim, dim);
    Require.shape("the within-speaker covariance", within, dim, dim);
    Require.finite("the mean", mean);
    Require.finite("the between-speaker covariance", between.array());
    Require.finite("the within-speaker covariance", within.array());
    Require.symmetric("the between-speaker covariance", between);
    Require.symmetric("the within-speaker covariance", within);
    mean = mean.clone();
    between = between.symmetrized();
    within = within.symmetrized();
  }

  /** The model of these parameters. */
  public static TwoCovariance of(double[] mean, DoubleMatrix between, DoubleMatrix within) {
    return new TwoCovariance(mean, between, within);
  }

  @Override
  public double[] mean() {
    return mean.clone();
  }

  /** The Gaussian extractor with every direction in which speakers differ. */
  public GmeExtractor extractor() {
    Cholesky noise = noise();
    double[] all = SymmetricEigen.of(between, noise).values();
    int d = (int) Arrays.stream(all).filter(v -> v > ZERO * all[0]).count();
    return extractor(Math.max(1, d), Double.POSITIVE_INFINITY);
  }

  private Cholesky noise() {
    return Cholesky.of(within)
        .orThrow(
            "the within-speaker covariance",
            "more recordings per speaker than dimensions are needed, or fewer dimensions");
  }

  /**
   * The model with noise Σw + α Σb: Kaldi's smoothing of the within-speaker covariance, for models
   * of few speakers (docs/math.md 3.10).
   *
   * @param alpha α &gt;= 0; 0 changes nothing
   */
  public TwoCovariance smoothed(double alpha) {
    if (!(alpha >= 0 && alpha < Double.POSITIVE_INFINITY)) {
      throw new GmeException(
          "smoothing must be finite and not negative, found " + alpha, "0.1 is a common value");
    }
    return new TwoCovariance(mean, between, within.plus(between.times(alpha)));
  }

  /**
   * The extractor with the d directions of most speaker variability relative to the noise. If Σb
   * has a rank above d, the rest of it is dropped.
   */
  public GmeExtractor extractor(int d, double nu) {
    int dim = mean.length;
    Require.speakerDimension(d, dim);
    SymmetricEigen eigen = SymmetricEigen.of(between, noise());
    double[] all = eigen.values();
    if (!(all[d - 1] > ZERO * all[0])) {
      throw new GmeException(
          "the between-speaker covariance has a rank below d = "
              + d
              + ": eigenvalue "
              + d
              + " relative to the noise is "
              + all[d - 1]
              + " against a largest of "
              + all[0],
          "choose a smaller speaker dimension");
    }
    double[] lambda = Arrays.copyOf(all, d);
    double[] root = new double[d];
    for (int k = 0; k < d; k++) {
      root[k] = Math.sqrt(lambda[k]);
    }
    DoubleMatrix p = eigen.vectorsAsRows().rowRange(0, d).scaleRows(root);
    DoubleMatrix h = eigen.vectorsAsRows().rowRange(d, dim);
    return GmeExtractor.of(mean, p.scaleRows(Signs.ofRows(p)), h, lambda, nu);
  }

  /** The model with the d directions of most speaker variability. */
  public HtPlda model(int d, double nu) {
    return extractor(d, nu).model();
  }
}
