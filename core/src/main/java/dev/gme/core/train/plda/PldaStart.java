package dev.gme.core.train.plda;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.TwoCovariance;
import dev.gme.core.train.data.DataRules;
import dev.gme.core.train.data.NoiseEstimate;
import dev.gme.core.train.data.SpeakerScatter;
import dev.gme.core.train.data.SpeakerStatistics;
import java.util.ArrayList;
import java.util.List;

/**
 * Where EM and variational Bayes begin: loading F and noise covariance W⁻¹. It also guards against
 * data that no model can be learned from.
 */
public final class PldaStart {
  private final DoubleMatrix loading;

  private final DoubleMatrix noise;
  private final double[] ridge;
  private final List<String> notes;

  private PldaStart(DoubleMatrix loading, DoubleMatrix noise, double[] ridge, List<String> notes) {
    this.loading = loading;
    this.noise = noise;
    this.ridge = ridge;
    this.notes = List.copyOf(notes);
  }

  /**
   * Begins with given parameters.
   *
   * @param loading F, D x d
   * @param noise W⁻¹, D x D
   */
  public static PldaStart of(DoubleMatrix loading, DoubleMatrix noise) {
    return new PldaStart(loading, noise.symmetrized(), null, List.of());
  }

  /**
   * The covariance within speakers, and the d directions in which speaker means vary most compared
   * with it. Where the means vary in fewer than d directions, d is what they have.
   */
  public static PldaStart fromScatter(SpeakerStatistics statistics, int d) {
    requireSpeakers(statistics, d);
    return fromScatter(SpeakerScatter.of(statistics), d);
  }

  /** The covariance within speakers, and all the directions in which speaker means vary. */
  public static PldaStart fullRank(SpeakerStatistics statistics) {
    DataRules.enforce(DataRules.severalSpeakers(statistics.speakers()));
    return fromScatter(SpeakerScatter.of(statistics), statistics.dimension());
  }

  private static PldaStart fromScatter(SpeakerScatter scatter, int d) {
    NoiseEstimate noise = noise(scatter);
    int directions = DataRules.speakerDirections(scatter, noise);
    DataRules.enforce(DataRules.speakersDiffer(directions));
    int kept = Math.min(d, directions);
    List<String> notes = new ArrayList<>();
    noise.note().ifPresent(notes::add);
    if (kept < d) {
      notes.add(
          "the speaker dimension is "
              + kept
              + " instead of "
              + d
              + ": the means of "
              + scatter.speakers()
              + " speakers vary in no more directions");
    }
    DoubleMatrix loading =
        TwoCovariance.of(scatter.mean(), scatter.between(), noise.covariance())
            .model(kept, Double.POSITIVE_INFINITY)
            .f();
    return new PldaStart(loading, noise.covariance(), noise.ridge(), notes);
  }

  /** The covariance within speakers, and d random directions. */
  public static PldaStart random(SpeakerStatistics statistics, int d, long seed) {
    requireSpeakers(statistics, d);
    NoiseEstimate noise = noise(SpeakerScatter.of(statistics));
    int dim = statistics.dimension();
    double[] g = new SeededRandom(seed).gaussians(dim * d);
    DoubleMatrix root = Cholesky.of(noise.covariance()).factor();
    // As strong as the noise, spread over all directions.
    DoubleMatrix loading = root.times(DoubleMatrix.wrap(dim, d, g)).times(1 / Math.sqrt(dim));
    return new PldaStart(
        loading, noise.covariance(), noise.ridge(), noise.note().map(List::of).orElse(List.of()));
  }

  private static void requireSpeakers(SpeakerStatistics statistics, int d) {
    int dim = statistics.dimension();
    if (d < 1 || d > dim) {
      throw new IllegalArgumentException(
          "the speaker dimension must be from 1 to D = " + dim + ", found " + d);
    }
    DataRules.enforce(DataRules.severalSpeakers(statistics.speakers()));
    DataRules.enforce(DataRules.speakerDimension(d, statistics.speakers()));
  }

  private static NoiseEstimate noise(SpeakerScatter scatter) {
    DataRules.enforce(DataRules.constantColumns(scatter));
    return NoiseEstimate.of(scatter).orThrow();
  }

  /** What EM from this start works with: noise is added where there is hardly any. */
  SpeakerStatistics regularized(SpeakerStatistics statistics) {
    return ridge == null ? statistics : statistics.withNoise(ridge);
  }

  public DoubleMatrix loading() {
    return loading;
  }

  public DoubleMatrix noise() {
    return noise;
  }

  public List<String> notes() {
    return notes;
  }
}
