package dev.gme.core.score;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Psda;

/** Log-likelihood ratios of PSDA between sums of unit vectors (docs/math.md 3.11). */
final class PsdaScorer extends ExactScorer {
  private final Psda model;

  /** ωS + βm of every enrolment, and ωS of every test: their sum is that of both. */
  private final DoubleMatrix enrol;

  private final DoubleMatrix test;
  private final double[] enrolLengths;
  private final double[] testLengths;
  private final double[] enrolTerms;
  private final double[] testTerms;

  PsdaScorer(Psda model, DoubleMatrix enrolSums, DoubleMatrix testSums) {
    super(enrolSums.rows(), testSums.rows());
    this.model = model;
    enrolTerms = model.logExpectations(enrolSums);
    testTerms = model.logExpectations(testSums);
    enrol = model.posteriors(enrolSums);
    test = testSums.times(model.within());
    enrolLengths = squares(enrol);
    testLengths = squares(test);
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
  public String description() {
    return "log-likelihood ratios";
  }

  @Override
  DoubleMatrix block(int e, int enrolEnd, int t, int testEnd) {
    DoubleMatrix cross = enrol.rowRange(e, enrolEnd).timesTranspose(test.rowRange(t, testEnd));
    int cols = testEnd - t;
    double[] out = new double[cross.array().length];
    for (int i = 0; i < out.length; i++) {
      out[i] = ratio(cross.array()[i], e + i / cols, t + i % cols);
    }
    return DoubleMatrix.wrap(enrolEnd - e, cols, out);
  }

  @Override
  double score(int e, int t) {
    int dim = enrol.cols();
    return ratio(Blas.dot(dim, enrol.array(), e * dim, test.array(), t * dim), e, t);
  }

  private double ratio(double cross, int e, int t) {
    double square = enrolLengths[e] + testLengths[t] + 2 * cross;
    return model.logExpectation(Math.sqrt(Math.max(0, square))) - enrolTerms[e] - testTerms[t];
  }
}
