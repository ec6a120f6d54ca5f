package dev.gme.core.score;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;

/** Scores that depend on the inner product of two rows and on a number of each. */
abstract class ProductScorer extends ExactScorer {
  private final DoubleMatrix enrol;
  private final DoubleMatrix test;

  ProductScorer(DoubleMatrix enrol, DoubleMatrix test) {
    super(enrol.rows(), test.rows());
    this.enrol = enrol;
    this.test = test;
  }

  /** The score of a trial whose rows have this inner product. */
  abstract double ofProduct(double product, int enrol, int test);

  @Override
  public String description() {
    return "log-likelihood ratios";
  }

  @Override
  final DoubleMatrix block(int e, int enrolEnd, int t, int testEnd) {
    DoubleMatrix cross = enrol.rowRange(e, enrolEnd).timesTranspose(test.rowRange(t, testEnd));
    int cols = testEnd - t;
    double[] out = new double[cross.array().length];
    for (int i = 0; i < out.length; i++) {
      out[i] = ofProduct(cross.array()[i], e + i / cols, t + i % cols);
    }
    return DoubleMatrix.wrap(enrolEnd - e, cols, out);
  }

  @Override
  final double score(int e, int t) {
    int dim = enrol.cols();
    return ofProduct(Blas.dot(dim, enrol.array(), e * dim, test.array(), t * dim), e, t);
  }
}
