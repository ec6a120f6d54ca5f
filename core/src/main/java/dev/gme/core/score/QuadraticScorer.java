package dev.gme.core.score;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.QuadraticScore;

/** Log-likelihood ratios of vectors by the quadratic form of Gaussian PLDA. */
final class QuadraticScorer extends ProductScorer {
  private final double[] enrolTerms;
  private final double[] testTerms;
  private final double k;

  QuadraticScorer(QuadraticScore score, DoubleMatrix enrol, DoubleMatrix test) {
    super(enrol.times(score.lambda()), test);
    enrolTerms = score.ownTerms(enrol);
    testTerms = score.ownTerms(test);
    k = score.k();
  }

  @Override
  double ofProduct(double product, int e, int t) {
    return 2 * product + enrolTerms[e] + testTerms[t] + k;
  }
}
