package dev.gme.core.score;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Cosine;

/** Cosines of vectors, none of which may be zero. */
final class CosineScorer extends ExactScorer {
  private final DoubleMatrix enrol;
  private final DoubleMatrix test;

  CosineScorer(DoubleMatrix enrol, DoubleMatrix test) {
    super(enrol.rows(), test.rows());
    if (enrol.cols() != test.cols()) {
      throw new IllegalArgumentException(
          "vectors of dimension " + enrol.cols() + " against " + test.cols());
    }
    this.enrol = Cosine.directions(enrol);
    this.test = Cosine.directions(test);
  }

  @Override
  public String description() {
    return "cosines";
  }

  @Override
  DoubleMatrix block(int e, int enrolEnd, int t, int testEnd) {
    return Cosine.ofDirections(enrol.rowRange(e, enrolEnd), test.rowRange(t, testEnd));
  }

  @Override
  double score(int e, int t) {
    int dim = enrol.cols();
    double[] a = enrol.array();
    double[] b = test.array();
    double sum = 0;
    for (int k = 0; k < dim; k++) {
      sum += a[e * dim + k] * b[t * dim + k];
    }
    return Math.max(-1, Math.min(1, sum));
  }
}
