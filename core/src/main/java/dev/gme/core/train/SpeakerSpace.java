package dev.gme.core.train;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The loading F in the basis where F'WF = diag(λ), without the directions that training has shrunk
 * to nothing: those with λ_k ≤ 1e-12 λ_1 are dropped, never kept by a pseudo-inverse, which could
 * make the scale b of a recording negative (docs/math.md 4.3).
 */
final class SpeakerSpace {
  final double[] lambda;

  /** F̃, D x d. */
  final DoubleMatrix loading;

  private SpeakerSpace(double[] lambda, DoubleMatrix loading) {
    this.lambda = lambda;
    this.loading = loading;
  }

  /** Of F and the factor of W⁻¹; what is dropped in this iteration is noted. */
  static SpeakerSpace of(DoubleMatrix f, Cholesky noise, int iteration, List<String> notes) {
    SymmetricEigen eigen = SymmetricEigen.of(noise.solveLower(f).gram());
    double[] all = eigen.values();
    int kept = all.length;
    while (kept > 0 && !(all[kept - 1] > PldaStart.ZERO * all[0])) {
      kept--;
    }
    if (kept == 0) {
      throw new GmeException(
          "training found no speaker variability at all",
          "check the speaker labels of the training data");
    }
    if (kept < all.length) {
      notes.add(
          String.format(
              Locale.ROOT,
              "the speaker dimension is %d instead of %d from iteration %d on: the data do not"
                  + " support more (eigenvalue %.3g against a largest of %.3g)",
              kept,
              all.length,
              iteration,
              all[kept],
              all[0]));
    }
    DoubleMatrix v = eigen.vectorsAsRows().rowRange(0, kept);
    return new SpeakerSpace(Arrays.copyOf(all, kept), f.timesTranspose(v));
  }
}
