package dev.gme.core.score.norm;

import dev.gme.core.score.ScoreTransform;
import dev.gme.core.score.sink.ScoreTile;

/**
 * Normalizes scores by the cohort statistics of their two sides (docs/math.md 7.8). What comes out
 * are no log-likelihood ratios: calibrate after normalizing.
 *
 * <pre>{@code
 * ScoreNormalizer normalizer = ScoreNormalization.s().fit(kind, enrol, test, cohort, progress);
 * double s = normalizer.apply(i, j, llr);
 * kind.scorer(enrolEmbeddings, testEmbeddings).transformed(normalizer).all(sink);
 * }</pre>
 */
public final class ScoreNormalizer implements ScoreTransform {
  private final ScoreNormalization variant;
  private final CohortStatistics enrol;
  private final CohortStatistics test;
  private final TileNormalization ofTiles;

  private ScoreNormalizer(
      ScoreNormalization variant, CohortStatistics enrol, CohortStatistics test) {
    this.variant = variant;
    this.enrol = enrol;
    this.test = test;
    ofTiles = new TileNormalization(variant.method(), enrol, test);
  }

  /**
   * By statistics that are known.
   *
   * @param enrol of the enrolments, against the cohort used as test; not used for t
   * @param test of the test recordings, against the cohort used as enrolment; for zt of
   *     z-normalized scores; not used for z
   */
  public static ScoreNormalizer of(
      ScoreNormalization variant, CohortStatistics enrol, CohortStatistics test) {
    boolean needsEnrol = variant.method() != ScoreNormalization.Method.T;
    boolean needsTest = variant.method() != ScoreNormalization.Method.Z;
    if ((needsEnrol && enrol == null) || (needsTest && test == null)) {
      throw new IllegalArgumentException(variant + " needs the statistics of its sides");
    }
    return new ScoreNormalizer(variant, enrol, test);
  }

  public ScoreNormalization variant() {
    return variant;
  }

  /** The normalized score of enrolment e and test recording t; infinite scores stay infinite. */
  @Override
  public double apply(int e, int t, double score) {
    if (Double.isInfinite(score)) {
      return score;
    }
    return switch (variant.method()) {
      case Z -> by(enrol, e, score);
      case T -> by(test, t, score);
      case S -> (by(enrol, e, score) + by(test, t, score)) / 2;
      case ZT -> by(test, t, by(enrol, e, score));
    };
  }

  private static double by(CohortStatistics side, int i, double score) {
    return (score - side.mean(i)) / side.deviation(i);
  }

  /**
   * Normalizes a tile in floats, which are off from {@link #apply(int, int, double)} by no more
   * than 2^-21 of what it would give for |s| and every mean −|μ|: each side rounds its own terms,
   * which may cancel in the sum.
   */
  @Override
  public void apply(ScoreTile tile) {
    ofTiles.accept(tile);
  }

  @Override
  public String describe(String scores) {
    return scores + " normalized by " + this;
  }

  /** The name of the variant, for example {@code as(200)}. */
  @Override
  public String toString() {
    return variant.toString();
  }
}
