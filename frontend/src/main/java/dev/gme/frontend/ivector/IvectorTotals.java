package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;

/**
 * What an E-step says of all recordings together: minimum divergence and the objective need no
 * more.
 *
 * @param phi Σφ; copied
 * @param moment the lower triangle of ΣE, row by row; copied
 * @param recordings how many there were
 * @param gain Σ of the log evidences but for the part k of docs/math.md 8.3
 */
@SuppressWarnings("ArrayRecordComponent") // copied, and never compared
public record IvectorTotals(double[] phi, double[] moment, long recordings, double gain) {
  public IvectorTotals {
    if (moment.length != Packed.length(phi.length)) {
      throw new IllegalArgumentException(
          "a triangle of " + moment.length + " for " + phi.length + " dimensions");
    }
    phi = phi.clone();
    moment = moment.clone();
  }

  @Override
  public double[] phi() {
    return phi.clone();
  }

  @Override
  public double[] moment() {
    return moment.clone();
  }

  /** Those of this and of later recordings: leaves are to be added in order. */
  public IvectorTotals plus(IvectorTotals other) {
    double[] sumPhi = phi.clone();
    Blas.axpy(phi.length, 1, other.phi, 0, sumPhi, 0);
    double[] sum = moment.clone();
    Blas.axpy(sum.length, 1, other.moment, 0, sum, 0);
    return new IvectorTotals(sumPhi, sum, recordings + other.recordings, gain + other.gain);
  }

  /** The mean (1/M) Σ φ_i. */
  double[] meanPhi() {
    double[] out = phi.clone();
    for (int k = 0; k < out.length; k++) {
      out[k] /= recordings;
    }
    return out;
  }

  /** The mean moment (1/M) Σ E_i. */
  DoubleMatrix meanMoment() {
    return Packed.unpack(moment, phi.length, 0).times(1.0 / recordings);
  }
}
