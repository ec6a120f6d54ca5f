package dev.gme.core.train;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The basis of the speaker variable where F'WF = diag(λ), without the directions that training has
 * shrunk to nothing: those with λ_k ≤ 1e-12 λ_1 are dropped, never kept by a pseudo-inverse, which
 * could make the scale b of a recording negative (docs/math.md 4.3).
 */
final class SpeakerSpace {
  final double[] lambda;

  /** A basis vector a row. */
  private final DoubleMatrix basis;

  private SpeakerSpace(double[] lambda, DoubleMatrix basis) {
    this.lambda = lambda;
    this.basis = basis;
  }

  /**
   * From L⁻¹F, where LL' = W⁻¹; what is dropped in this iteration is noted.
   *
   * @param whitened L⁻¹F, D x d
   */
  static SpeakerSpace of(DoubleMatrix whitened, int iteration, List<String> notes) {
    SymmetricEigen eigen = SymmetricEigen.of(whitened.gram());
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
    return new SpeakerSpace(Arrays.copyOf(all, kept), eigen.vectorsAsRows().rowRange(0, kept));
  }

  /**
   * F, or a linear function of it, in this basis: the columns are mixed and the dropped ones gone.
   */
  DoubleMatrix canonical(DoubleMatrix f) {
    return f.timesTranspose(basis);
  }
}
