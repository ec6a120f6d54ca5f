package dev.gme.core.train.data;

import dev.gme.core.GmeException;
import dev.gme.core.Internal;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether data determine the noise (docs/math.md 4.4). Where recordings vary about their speakers'
 * means in fewer directions than they vary at all, they do not, and training is refused. Where the
 * vectors have no variance in some direction at all (columns that depend on each other), speakers
 * do not differ there either; then a {@link #RIDGE small share} of each column's variance is added
 * to the noise, and a note says so.
 */
@Internal
public final class NoiseEstimate {
  /** Eigenvalues below this share of the largest are zero (docs/math.md 3.9 and 4.3). */
  public static final double ZERO = 1e-12;

  /**
   * In units of the columns' variances; noise below it is nearly singular. Rounding to floats is
   * some 1e-13, and rounding in the sums some 1e-15, which must stay small compared with it.
   */
  public static final double RIDGE = 1e-8;

  private final DoubleMatrix covariance;
  private final double[] ridge;
  private final GmeException refusal;

  private NoiseEstimate(DoubleMatrix covariance, double[] ridge, GmeException refusal) {
    this.covariance = covariance;
    this.ridge = ridge;
    this.refusal = refusal;
  }

  /** The estimate from the covariance within speakers. */
  public static NoiseEstimate of(SpeakerScatter scatter) {
    return of(scatter, scatter.within());
  }

  /** The estimate from a covariance between that within speakers and the total one. */
  public static NoiseEstimate of(SpeakerScatter scatter, DoubleMatrix covariance) {
    int dim = covariance.rows();
    double[] eigenvalues = scatter.relativeEigenvalues(covariance);
    if (eigenvalues[dim - 1] >= RIDGE) {
      return new NoiseEstimate(covariance, null, null);
    }
    int rank = above(ZERO, eigenvalues);
    // The two limits differ so that rounding does not decide.
    int needed = above(RIDGE, scatter.relativeEigenvalues(scatter.total()));
    if (rank < needed) {
      return new NoiseEstimate(covariance, null, undetermined(scatter, rank, needed));
    }
    double[] ridge = new double[dim];
    for (int i = 0; i < dim; i++) {
      ridge[i] = RIDGE * scatter.variance(i);
    }
    return new NoiseEstimate(covariance, ridge, null);
  }

  /** How many of these values, which descend, are above a limit. */
  static int above(double limit, double[] values) {
    int n = 0;
    while (n < values.length && values[n] > limit) {
      n++;
    }
    return n;
  }

  private static GmeException undetermined(SpeakerScatter scatter, int rank, int needed) {
    int dim = scatter.within().rows();
    if (rank == 0) {
      return new GmeException(
          String.format(
              Locale.ROOT,
              "none of the %d speakers has two different recordings (%.0f in all), so the noise"
                  + " cannot be estimated",
              scatter.speakers(),
              scatter.weight()),
          "give several recordings of each speaker");
    }
    return new GmeException(
        String.format(
            Locale.ROOT,
            "the recordings of %d speakers (%.0f in all) vary about their speakers' means in %d of"
                + " %d dimensions only, so the noise cannot be estimated",
            scatter.speakers(),
            scatter.weight(),
            rank,
            dim),
        remedy(scatter, rank, needed == dim));
  }

  private static String remedy(SpeakerScatter scatter, int rank, boolean isWholeSpace) {
    // With so many recordings, noise of full rank would have shown itself.
    boolean isEnough = scatter.weight() - scatter.speakers() > rank;
    String first =
        isEnough
            ? "leave out columns that are the same in all recordings of a speaker"
            : "give more recordings per speaker";
    return isWholeSpace
        ? first
            + ", or reduce the dimension to at most "
            + Math.min(rank, scatter.speakers() - 1)
            + " first, by LDA with a total factor above 0"
        : first + ", or give vectors of at most " + rank + " dimensions";
  }

  Optional<GmeException> refusal() {
    return Optional.ofNullable(refusal);
  }

  /** What was added, one sentence; empty where nothing was. */
  public Optional<String> note() {
    return ridge == null
        ? Optional.empty()
        : Optional.of(
            "the covariance within speakers is nearly singular, because some columns of the vectors"
                + " depend on others: "
                + Double.toString(RIDGE).replace(".0E", "e")
                + " of each column's variance is added to it");
  }

  /** What is added to the variances; null for nothing. */
  public double[] ridge() {
    return ridge;
  }

  /** The covariance with what is added to it. */
  public DoubleMatrix covariance() {
    return regularized(covariance);
  }

  /** Another estimate of the same noise, with the same added to it. */
  public DoubleMatrix regularized(DoubleMatrix other) {
    return ridge == null ? other : other.plus(DoubleMatrix.diagonal(ridge));
  }

  /** This estimate; refused where the data do not determine it. */
  public NoiseEstimate orThrow() {
    if (refusal != null) {
      throw refusal;
    }
    return this;
  }
}
