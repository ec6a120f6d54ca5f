package dev.gme.core.score.norm;

import dev.gme.core.score.sink.ChangingSink;
import dev.gme.core.score.sink.ScoreSink;

/**
 * Normalizes scores by the cohort statistics of their two sides (docs/math.md 7.8). What comes out
 * are no log-likelihood ratios: calibrate after normalizing.
 *
 * <pre>{@code
 * ScoreNormalizer normalizer = ScoreNormalization.s().fit(scorer, enrol, test, cohort, progress);
 * double s = normalizer.apply(i, j, llr);
 * scorer.score(enrol.embeddings(), test.embeddings(), normalizer.into(sink), progress);
 * }</pre>
 */
public final class ScoreNormalizer {
  private final ScoreNormalization variant;
  private final CohortStatistics enrol;
  private final CohortStatistics test;

  private ScoreNormalizer(
      ScoreNormalization variant, CohortStatistics enrol, CohortStatistics test) {
    this.variant = variant;
    this.enrol = enrol;
    this.test = test;
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

  /** The normalized scores of a list of trials. */
  public float[] apply(int[] enrols, int[] tests, float[] scores) {
    if (enrols.length != scores.length || tests.length != scores.length) {
      throw new IllegalArgumentException(
          scores.length + " scores of " + enrols.length + " and " + tests.length + " recordings");
    }
    float[] out = new float[scores.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) apply(enrols[i], tests[i], scores[i]);
    }
    return out;
  }

  /**
   * A sink that hands scores on to another one, normalized in floats. They are off from {@link
   * #apply(int, int, double)} by no more than 2^-21 of what it would give for |s| and every mean
   * −|μ|: each side rounds its own terms, which may cancel in the sum.
   */
  public <P> ScoreSink<P> into(ScoreSink<P> sink) {
    return new ChangingSink<>(new TileNormalization(variant.method(), enrol, test), sink);
  }

  /** The name of the variant, for example {@code as(200)}. */
  @Override
  public String toString() {
    return variant.toString();
  }
}
