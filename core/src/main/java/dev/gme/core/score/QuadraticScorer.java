package dev.gme.core.score;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.QuadraticScore;

/** Log-likelihood ratios of vectors by the quadratic form of Gaussian PLDA. */
final class QuadraticScorer extends ProductScorer {
  private final double[] enrolTerms;
  private final double[] testTerms;
  private final double k;

  QuadraticScorer(QuadraticScore score, DoubleMatrix enrol, DoubleMatrix test) {
    // The terms come first: they refuse vectors of another dimension in words for users.
    this(score, score.ownTerms(enrol), score.ownTerms(test), enrol.times(score.lambda()), test);
  }

  private QuadraticScorer(
      QuadraticScore score,
      double[] enrolTerms,
      double[] testTerms,
      DoubleMatrix enrolTimesLambda,
      DoubleMatrix test) {
    super(enrolTimesLambda, test);
    this.enrolTerms = enrolTerms;
    this.testTerms = testTerms;
    k = score.k();
  }

  @Override
  double ofProduct(double product, int e, int t) {
    return 2 * product + enrolTerms[e] + testTerms[t] + k;
  }
}
