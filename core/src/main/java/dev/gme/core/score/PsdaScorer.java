package dev.gme.core.score;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Psda;

/**
 * Log-likelihood ratios of PSDA between sums of unit vectors (docs/math.md 3.11), from ωS + βm of
 * every enrolment and ωS of every test: their sum is that of both.
 */
final class PsdaScorer extends ProductScorer {
  private final Psda model;
  private final double[] enrolSquares;
  private final double[] testSquares;
  private final double[] enrolTerms;
  private final double[] testTerms;

  PsdaScorer(Psda model, DoubleMatrix enrolSums, DoubleMatrix testSums) {
    this(
        model,
        model.posteriors(enrolSums),
        model.logExpectations(enrolSums),
        testSums.times(model.within()),
        model.logExpectations(testSums));
  }

  private PsdaScorer(
      Psda model, DoubleMatrix enrol, double[] enrolTerms, DoubleMatrix test, double[] testTerms) {
    super(enrol, test);
    this.model = model;
    this.enrolSquares = squares(enrol);
    this.testSquares = squares(test);
    this.enrolTerms = enrolTerms;
    this.testTerms = testTerms;
  }

  private static double[] squares(DoubleMatrix x) {
    double[] out = new double[x.rows()];
    for (int i = 0; i < out.length; i++) {
      int at = i * x.cols();
      out[i] = Blas.dot(x.cols(), x.array(), at, x.array(), at);
    }
    return out;
  }

  @Override
  double ofProduct(double product, int e, int t) {
    double square = enrolSquares[e] + testSquares[t] + 2 * product;
    return model.logExpectation(Math.sqrt(Math.max(0, square))) - enrolTerms[e] - testTerms[t];
  }
}
