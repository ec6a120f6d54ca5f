package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.Cholesky;

/** The posterior N(φ, L⁻¹) of one recording, L = I + J factorized. */
final class RecordingPosterior {
  private final Cholesky l;
  private final double[] mean;
  private final double gain;

  /**
   * The posterior under the likelihood exp(g'r − ½r'Jr).
   *
   * @param j packed
   * @param index of the recording from 0, for a message
   */
  RecordingPosterior(double[] g, double[] j, int index) {
    this.l = factor(j, g.length, index);
    this.mean = l.solve(g);
    this.gain = 0.5 * Blas.dot(g.length, g, 0, mean, 0) - 0.5 * l.logDeterminant();
  }

  static Cholesky factor(double[] j, int d, int index) {
    Cholesky lower = Cholesky.of(Packed.unpackLower(j, d, 1));
    if (lower.isPositiveDefinite()) {
      return lower;
    }
    return Cholesky.of(Packed.unpack(j, d, 1))
        .orThrow(
            "the posterior precision of recording " + (index + 1),
            "look for NaN, infinite or negative values in its statistics");
  }

  /** The posterior mean φ. */
  double[] mean() {
    return mean;
  }

  /** ½g'φ − ½ log|L|. */
  double gain() {
    return gain;
  }

  /** L⁻¹ + φφ', packed into an array. */
  void moment(double[] packed) {
    Packed.pack(l.inverse(), packed);
    Packed.addOuter(mean, packed);
  }
}
