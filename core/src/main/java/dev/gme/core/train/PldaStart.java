package dev.gme.core.train;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.simulate.SeededRandom;
import java.util.List;
import java.util.Locale;

/**
 * Where EM and variational Bayes begin: loading F and noise covariance W⁻¹. It also guards against
 * data that no model can be learned from.
 */
public final class PldaStart {
  /** Eigenvalues below this share of the largest are zero (docs/math.md 3.9 and 4.3). */
  static final double ZERO = 1e-12;

  private final DoubleMatrix loading;
  private final DoubleMatrix noise;
  private final List<String> notes;

  private PldaStart(DoubleMatrix loading, DoubleMatrix noise, List<String> notes) {
    this.loading = loading;
    this.noise = noise;
    this.notes = List.copyOf(notes);
  }

  /**
   * Given parameters.
   *
   * @param loading F, D x d
   * @param noise W⁻¹, D x D
   */
  public static PldaStart of(DoubleMatrix loading, DoubleMatrix noise) {
    return new PldaStart(loading, noise.symmetrized(), List.of());
  }

  /**
   * The covariance within speakers, and the d directions in which speaker means vary most compared
   * with it. Where the means vary in fewer than d directions, d is what they have.
   */
  public static PldaStart fromScatter(SpeakerStatistics statistics, int d) {
    DoubleMatrix noise = within(statistics, d);
    TwoCovariance covariances =
        TwoCovariance.of(new double[statistics.dimension()], between(statistics), noise);
    double[] relative = SymmetricEigen.of(covariances.between(), Cholesky.of(noise)).values();
    int rank = 0;
    // In units of the noise, so that rounding errors of equal means do not pass for speakers.
    double zero = Math.max(ZERO, 1e-10 * relative[0]);
    while (rank < relative.length && relative[rank] > zero) {
      rank++;
    }
    int kept = Math.min(d, rank);
    if (kept == 0) {
      throw new GmeException(
          "all speakers have the same mean vector: there is nothing to tell them apart by",
          "check the speaker labels of the training data");
    }
    List<String> notes =
        kept == d
            ? List.of()
            : List.of(
                "the speaker dimension is "
                    + kept
                    + " instead of "
                    + d
                    + ": the means of "
                    + statistics.speakers()
                    + " speakers vary in no more directions");
    return new PldaStart(covariances.model(kept, Double.POSITIVE_INFINITY).f(), noise, notes);
  }

  /** The covariance within speakers, and d random directions. */
  public static PldaStart random(SpeakerStatistics statistics, int d, long seed) {
    DoubleMatrix noise = within(statistics, d);
    int dim = statistics.dimension();
    double[] g = new SeededRandom(seed).gaussians(dim * d);
    DoubleMatrix root = Cholesky.of(noise).factor();
    // As strong as the noise, spread over all directions.
    return new PldaStart(
        root.times(DoubleMatrix.wrap(dim, d, g)).times(1 / Math.sqrt(dim)), noise, List.of());
  }

  /** Σ_s n_s (m_s − m)(m_s − m)' / N. */
  private static DoubleMatrix between(SpeakerStatistics statistics) {
    double[] n = statistics.counts();
    double total = statistics.total();
    double[] scale = new double[n.length];
    for (int s = 0; s < n.length; s++) {
      scale[s] = Math.sqrt(1 / (n[s] * total));
    }
    return statistics.sums().scaleRows(scale).gram();
  }

  /** The covariance within speakers; refused where the data do not determine it. */
  private static DoubleMatrix within(SpeakerStatistics statistics, int d) {
    int dim = statistics.dimension();
    if (d < 1 || d > dim) {
      throw new IllegalArgumentException(
          "the speaker dimension must be from 1 to D = " + dim + ", found " + d);
    }
    if (statistics.speakers() < 2) {
      throw new GmeException(
          "training needs at least two speakers, found " + statistics.speakers(),
          "give recordings of more speakers, or check the labels");
    }
    DoubleMatrix total = statistics.secondMoment().times(1 / statistics.total());
    DoubleMatrix within = total.minus(between(statistics)).symmetrized();
    double[] e = SymmetricEigen.of(within).values();
    double scale = SymmetricEigen.of(total).values()[0];
    int rank = 0;
    while (rank < dim && e[rank] > ZERO * scale) {
      rank++;
    }
    if (rank < dim) {
      throw new GmeException(
          String.format(
              Locale.ROOT,
              "the recordings of %d speakers (%.0f in all) vary about their speakers' means in %d of"
                  + " %d dimensions only, so the noise cannot be estimated",
              statistics.speakers(),
              statistics.total(),
              rank,
              dim),
          rank == 0
              ? "give several recordings of each speaker"
              : "give more recordings per speaker, or reduce the dimension to at most "
                  + rank
                  + " first (LDA)");
    }
    return within;
  }

  DoubleMatrix loading() {
    return loading;
  }

  DoubleMatrix noise() {
    return noise;
  }

  List<String> notes() {
    return notes;
  }
}
