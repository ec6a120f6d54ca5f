package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.frontend.gmm.GmmStatistics;

/**
 * The second moments S̃_c of all recordings together, about the means of an extractor. Statistics
 * without second moments are taken as if these were 0 about the origin: then what follows from them
 * is right but for a constant.
 */
final class TotalMoments {
  private final double[] n;
  private final DoubleMatrix f;
  private final DoubleMatrix s;
  private final double[] origin;
  private final DoubleMatrix means;

  TotalMoments(GmmStatistics total, DoubleMatrix means) {
    if (total.order() < 1 || total.sums().rows() != means.rows()) {
      throw new IllegalArgumentException("moments of all components are needed");
    }
    this.n = total.counts();
    this.f = total.sums();
    this.s = total.secondMoments();
    this.origin = total.origin();
    this.means = means;
  }

  boolean isDiagonal() {
    return s == null || s.cols() == f.cols();
  }

  /** The second moment S̃_c about the mean of a component. */
  DoubleMatrix about(int c) {
    int p = f.cols();
    double[] m = means.row(c);
    Blas.axpy(p, -1, origin, 0, m, 0);
    double[] out = raw(c, p);
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        if (i == j || !isDiagonal()) {
          out[i * p + j] += n[c] * m[i] * m[j] - m[i] * f.get(c, j) - f.get(c, i) * m[j];
        }
      }
    }
    return DoubleMatrix.wrap(p, p, out);
  }

  private double[] raw(int c, int p) {
    if (s == null) {
      return new double[p * p];
    }
    return isDiagonal() ? DoubleMatrix.diagonal(s.row(c)).array() : s.row(c);
  }
}
