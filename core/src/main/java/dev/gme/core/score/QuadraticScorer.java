package dev.gme.core.score;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.QuadraticScore;

/** Log-likelihood ratios of vectors by the quadratic form of Gaussian PLDA. */
final class QuadraticScorer extends ExactScorer {
  /** r'Λ of every enrolment. */
  private final DoubleMatrix enrol;

  private final DoubleMatrix test;
  private final double[] enrolTerms;
  private final double[] testTerms;
  private final double k;

  QuadraticScorer(QuadraticScore score, DoubleMatrix enrol, DoubleMatrix test) {
    super(enrol.rows(), test.rows());
    enrolTerms = score.ownTerms(enrol);
    testTerms = score.ownTerms(test);
    this.enrol = enrol.times(score.lambda());
    this.test = test;
    k = score.k();
  }

  @Override
  public String description() {
    return "log-likelihood ratios";
  }

  @Override
  DoubleMatrix block(int e, int enrolEnd, int t, int testEnd) {
    DoubleMatrix cross = enrol.rowRange(e, enrolEnd).timesTranspose(test.rowRange(t, testEnd));
    int cols = testEnd - t;
    double[] out = new double[cross.array().length];
    for (int i = 0; i < out.length; i++) {
      out[i] = sum(cross.array()[i], e + i / cols, t + i % cols);
    }
    return DoubleMatrix.wrap(enrolEnd - e, cols, out);
  }

  @Override
  double score(int e, int t) {
    int dim = enrol.cols();
    return sum(Blas.dot(dim, enrol.array(), e * dim, test.array(), t * dim), e, t);
  }

  private double sum(double cross, int e, int t) {
    return 2 * cross + enrolTerms[e] + testTerms[t] + k;
  }
}
