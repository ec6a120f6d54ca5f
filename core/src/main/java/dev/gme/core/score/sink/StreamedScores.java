package dev.gme.core.score.sink;

import java.util.Arrays;
import java.util.Optional;

/**
 * The scores of target trials, or of non-target trials: all of them, or how many lie in each bin of
 * {@link ScoreBins#fine} where there are more than 2^24. Those of parts add up, in any order, to
 * those of the whole, and travel as arrays: {@link #scores}, or the {@link #histogram}.
 *
 * <pre>{@code
 * StreamedScores some = StreamedScores.of(1.5f, -3f);
 * StreamedScores all = some.plus(StreamedScores.of(histogram));
 * }</pre>
 */
public final class StreamedScores {
  /** More are not kept one by one: evaluating takes about 40 bytes for each. */
  static final int KEPT = 1 << 24;

  private static final ScoreBins BINS = ScoreBins.fine();

  private final int most;

  /** Ascending; null where scores are in bins. */
  private final float[] kept;

  /** Null where scores are kept. */
  private final ScoreHistogram counted;

  private StreamedScores(int most, float[] kept, ScoreHistogram counted) {
    this.most = most;
    this.kept = kept;
    this.counted = counted;
  }

  /** Scores that are known one by one. */
  public static StreamedScores of(float... scores) {
    return of(KEPT, scores.clone());
  }

  /** Scores of which the bins are known, which are {@link ScoreBins#fine}. */
  public static StreamedScores of(ScoreHistogram histogram) {
    return of(KEPT, histogram);
  }

  static StreamedScores of(int most, float[] scores) {
    for (int i = 0; i < scores.length; i++) {
      if (Float.isNaN(scores[i])) {
        throw new IllegalArgumentException("score " + i + " is NaN");
      }
      // -0.0 + 0.0 is 0.0: the two are one score.
      scores[i] += 0.0f;
    }
    if (scores.length > most) {
      return new StreamedScores(most, null, histogram(scores));
    }
    Arrays.sort(scores);
    return new StreamedScores(most, scores, null);
  }

  static StreamedScores of(int most, ScoreHistogram histogram) {
    if (!histogram.bins().equals(BINS)) {
      throw new IllegalArgumentException("expected " + BINS + ", found " + histogram.bins());
    }
    return new StreamedScores(most, null, histogram);
  }

  private static ScoreHistogram histogram(float[] scores) {
    long[] counts = new long[BINS.size()];
    BINS.count(scores, 0, scores.length, counts);
    return new ScoreHistogram(BINS, counts);
  }

  /** How many there are. */
  public long total() {
    return kept == null ? counted.total() : kept.length;
  }

  /** Whether every score is known, and not its bin alone. */
  public boolean isExact() {
    return kept != null;
  }

  /** All scores, ascending, if they are known. */
  public Optional<float[]> scores() {
    return Optional.ofNullable(kept).map(float[]::clone);
  }

  /** How many scores lie in each of the fine bins. */
  public ScoreHistogram histogram() {
    return kept == null ? counted : histogram(kept);
  }

  /** These scores and others: one by one if both are and there are few enough of them. */
  public StreamedScores plus(StreamedScores other) {
    if (most != other.most) {
      throw new IllegalArgumentException(
          "scores of which " + most + " and " + other.most + " are kept do not add up");
    }
    if (kept == null || other.kept == null || total() + other.total() > most) {
      return new StreamedScores(most, null, histogram().plus(other.histogram()));
    }
    float[] all = Arrays.copyOf(kept, kept.length + other.kept.length);
    System.arraycopy(other.kept, 0, all, kept.length, other.kept.length);
    Arrays.sort(all);
    return new StreamedScores(most, all, null);
  }

  /** Scores with their numbers, each at one end of where it may lie. */
  WeightedScores weighted(boolean atUpperEnd) {
    return kept == null ? new WeightedScores(counted, atUpperEnd) : new WeightedScores(kept);
  }

  @Override
  public String toString() {
    return total() + " scores" + (isExact() ? "" : " in " + BINS);
  }
}
