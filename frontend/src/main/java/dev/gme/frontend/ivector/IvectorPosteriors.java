package dev.gme.frontend.ivector;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.parallel.Workers;

/**
 * What recordings say about their i-vectors (docs/math.md 8.3): the likelihood exp(g'r − ½r'Jr),
 * and with the prior N(0, I) the posterior N(φ, L⁻¹). A value.
 */
public final class IvectorPosteriors {
  /** Eigenvalues of J below this share of the largest count as 0. */
  private static final double RANK = 1e-10;

  private final DoubleMatrix g;
  private final double[][] j;
  private final DoubleMatrix means;

  /** ½g'φ − ½ log|L|. */
  private final double[] gains;

  /**
   * Posteriors from likelihoods exp(g'r − ½r'Jr).
   *
   * @param g a recording a row
   * @param j J of each, packed
   */
  IvectorPosteriors(DoubleMatrix g, double[][] j) {
    int d = g.cols();
    this.g = g;
    this.j = j;
    this.gains = new double[j.length];
    double[] phi = new double[g.array().length];
    Workers.forEach(
        j.length,
        i -> {
          RecordingPosterior p = new RecordingPosterior(g.row(i), j[i], i);
          System.arraycopy(p.mean(), 0, phi, i * d, d);
          gains[i] = p.gain();
        });
    this.means = DoubleMatrix.wrap(j.length, d, phi);
  }

  public int recordings() {
    return j.length;
  }

  /** D, the dimension of an i-vector. */
  public int dimension() {
    return g.cols();
  }

  /** φ, the i-vectors, a recording a row. */
  public DoubleMatrix means() {
    return means;
  }

  /** φ of one recording. */
  public double[] mean(int i) {
    return means.row(i);
  }

  /** L = I + J of one recording. */
  public DoubleMatrix precision(int i) {
    return Packed.unpack(j[i], dimension(), 1);
  }

  /** L⁻¹ of one recording. */
  public DoubleMatrix covariance(int i) {
    return RecordingPosterior.factor(j[i], dimension(), i).inverse();
  }

  /** g of one recording. */
  public double[] linear(int i) {
    return g.row(i);
  }

  /** J of one recording. */
  public DoubleMatrix quadratic(int i) {
    return Packed.unpack(j[i], dimension(), 0);
  }

  /** The log evidence of one recording but for its part k that does not depend on T. */
  public double logEvidenceGain(int i) {
    return gains[i];
  }

  /**
   * An estimate without the prior.
   *
   * @param vector the estimate, made for the caller and not copied
   * @param rank dimensions that the recording determines; the others are 0 in the basis of J
   * @see #withoutPrior
   */
  @SuppressWarnings("ArrayRecordComponent") // made anew for each caller, and never compared
  public record PointEstimate(double[] vector, int rank) {}

  /** The maximum of the likelihood, of least norm where J is singular (docs/math.md 8.5). */
  public PointEstimate withoutPrior(int i) {
    SymmetricEigen e = SymmetricEigen.of(quadratic(i));
    double[] values = e.values();
    if (!(values[0] > 0)) {
      throw new GmeException(
          "recording " + (i + 1) + " has no frames, so that nothing but the prior determines it",
          "leave recordings without speech out, or use i-vectors with the prior");
    }
    double[] c = e.vectorsAsRows().times(g.row(i));
    int rank = 0;
    for (int k = 0; k < c.length; k++) {
      boolean determined = values[k] > RANK * values[0];
      c[k] = determined ? c[k] / values[k] : 0;
      rank += determined ? 1 : 0;
    }
    return new PointEstimate(e.vectorsAsRows().transposeTimes(c), rank);
  }

  /** (J + ρI)⁻¹g for a ridge ρ &gt; 0; ρ = 1 is the i-vector. */
  public double[] withRidge(int i, double rho) {
    if (!(rho > 0)) {
      throw new IllegalArgumentException("a ridge must be positive, found " + rho);
    }
    return Cholesky.of(Packed.unpack(j[i], dimension(), rho))
        .orThrow("J + rho I of recording " + (i + 1), "choose a larger ridge")
        .solve(g.row(i));
  }
}
