package dev.gme.core.train.plda;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.train.data.NoiseEstimate;
import java.util.Arrays;

/**
 * The basis of the speaker variable where F'WF = diag(λ), without the directions that training has
 * shrunk to nothing: those with λ_k ≤ 1e-12 λ_1 are dropped, never kept by a pseudo-inverse, which
 * could make the scale b of a recording negative (docs/math.md 4.3).
 */
final class SpeakerSpace {
  /**
   * What is certainly no direction to drop. The thousandfold of the rule's limit leaves room for an
   * estimate of the least eigenvalue that is too large: four steps of inverse iteration from a
   * vector that is spread over all directions overestimate it by d^(1/8) or so, 2.2 for d = 600.
   */
  private static final double CLEAR = 1e3 * NoiseEstimate.ZERO;

  private static final int INVERSE_ITERATIONS = 4;

  final double[] lambda;

  /** A basis vector a row. */
  private final DoubleMatrix basis;

  private SpeakerSpace(double[] lambda, DoubleMatrix basis) {
    this.lambda = lambda;
    this.basis = basis;
  }

  /**
   * From F'WF in any basis.
   *
   * @param iteration the number of the iteration, under which dropped dimensions are noted
   */
  static SpeakerSpace of(DoubleMatrix fwf, int iteration, DroppedDimensions dropped) {
    SymmetricEigen eigen = SymmetricEigen.of(fwf);
    double[] all = eigen.values();
    int kept = all.length;
    while (kept > 0 && !(all[kept - 1] > NoiseEstimate.ZERO * all[0])) {
      kept--;
    }
    if (kept == 0) {
      throw new GmeException(
          "training found no speaker variability at all",
          "check the speaker labels of the training data");
    }
    if (kept < all.length) {
      dropped.add(iteration, all.length - kept);
    }
    return new SpeakerSpace(Arrays.copyOf(all, kept), eigen.vectorsAsRows().rowRange(0, kept));
  }

  /**
   * Whether {@link #of} would certainly drop nothing, which is found without its eigenvalues.
   *
   * @param factor the factorization of F'WF
   */
  static boolean isClearlyWhole(DoubleMatrix fwf, Cholesky factor) {
    if (!factor.isPositiveDefinite()) {
      return false;
    }
    // The norm is at least λ_1, and the length of a unit vector's solution at most 1/λ_d.
    double limit = CLEAR * norm(fwf.array());
    double[] x = new double[fwf.rows()];
    for (int i = 0; i < x.length; i++) {
      x[i] = (i % 2 == 0 ? 1 : -1) * (1 + i / (double) x.length);
    }
    for (int step = 0; step < INVERSE_ITERATIONS; step++) {
      double length = norm(x);
      for (int i = 0; i < x.length; i++) {
        x[i] /= length;
      }
      x = factor.solve(x);
      if (!(norm(x) * limit < 1)) {
        return false;
      }
    }
    return true;
  }

  private static double norm(double[] x) {
    return Math.sqrt(Blas.dot(x.length, x, 0, x, 0));
  }

  /**
   * F, or a linear function of it, in this basis: the columns are mixed and the dropped ones gone.
   */
  DoubleMatrix canonical(DoubleMatrix f) {
    return f.timesTranspose(basis);
  }
}
