package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;

/**
 * Isotropic PLDA (docs/math.md 3.12): Gaussian PLDA with Σb = σb² I and Σw = σw² I. For one
 * recording on each side and vectors of one length it ranks as the cosine does; its scores are
 * log-likelihood ratios, and several enrolment recordings are pooled as they should be.
 *
 * <pre>{@code
 * IsotropicPlda two = new IsotropicPldaEm(Stopping.DEFAULT).train(statistics, start).model();
 * GmeExtractor extractor = two.model().extractor();
 * }</pre>
 *
 * @param mean μ
 * @param between σb², above 0
 * @param within σw², above 0
 */
@SuppressWarnings("ArrayRecordComponent") // an estimate, which nobody compares
public record IsotropicPlda(double[] mean, double between, double within) {
  public IsotropicPlda {
    mean = mean.clone();
    if (!isVariance(between) || !isVariance(within)) {
      throw new GmeException(
          "variances of isotropic PLDA must be positive and finite, found "
              + between
              + " between and "
              + within
              + " within speakers",
          "give several different recordings of each of several speakers");
    }
  }

  private static boolean isVariance(double v) {
    return v > 0 && v < Double.POSITIVE_INFINITY;
  }

  @Override
  public double[] mean() {
    return mean.clone();
  }

  /** The same as a model of full speaker dimension, d = D. */
  public HtPlda model() {
    DoubleMatrix one = DoubleMatrix.identity(mean.length);
    return HtPlda.of(
        mean, one.times(Math.sqrt(between)), one.times(1 / within), Double.POSITIVE_INFINITY);
  }
}
