package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Blas;
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
   * Of likelihoods.
   *
   * @param g a recording a row
   * @param j J of each, packed
   * @param moments where L⁻¹ + φφ' of each goes, packed; null if they are not wanted
   */
  IvectorPosteriors(DoubleMatrix g, double[][] j, double[][] moments) {
    int d = g.cols();
    this.g = g;
    this.j = j;
    this.gains = new double[j.length];
    double[] phi = new double[g.array().length];
    Workers.forEach(
        j.length,
        i -> {
          Cholesky l = factor(i);
          double[] mean = l.solve(g.row(i));
          System.arraycopy(mean, 0, phi, i * d, d);
          if (moments != null) {
            moments[i] = Packed.pack(l.inverse());
            Packed.addOuter(mean, moments[i]);
          }
          gains[i] = 0.5 * Blas.dot(d, g.array(), i * d, mean, 0) - 0.5 * l.logDeterminant();
        });
    this.means = DoubleMatrix.wrap(j.length, d, phi);
  }

  private Cholesky factor(int i) {
    Cholesky lower = Cholesky.of(Packed.unpackLower(j[i], dimension(), 1));
    if (lower.isPositiveDefinite()) {
      return lower;
    }
    return Cholesky.of(precision(i))
        .orThrow(
            "the posterior precision of recording " + (i + 1),
            "look for NaN, infinite or negative values in its statistics");
  }

  public int recordings() {
    return j.length;
  }

  /** D. */
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
    return factor(i).inverse();
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
   * @see #withoutPrior
   */
  public static final class PointEstimate {
    private final double[] vector;
    private final int rank;

    private PointEstimate(double[] vector, int rank) {
      this.vector = vector;
      this.rank = rank;
    }

    public double[] vector() {
      return vector.clone();
    }

    /** Dimensions that the recording determines; the others are 0 in the basis of J. */
    public int rank() {
      return rank;
    }
  }

  /** The maximum of the likelihood, of least norm where J is singular (docs/math.md 8.5). */
  public PointEstimate withoutPrior(int i) {
    SymmetricEigen e = SymmetricEigen.of(quadratic(i));
    double[] values = e.values();
    if (!(values[0] > 0)) {
      throw new dev.gme.core.GmeException(
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
