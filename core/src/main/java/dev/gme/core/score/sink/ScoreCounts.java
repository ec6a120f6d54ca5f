package dev.gme.core.score.sink;

import java.util.Arrays;

/**
 * How many scores reach each of some thresholds. Counts of parts add up, in any order, to those of
 * the whole.
 *
 * <pre>{@code
 * ScoreCounts all = ofOneCell.plus(ScoreCounts.of(thresholds, countsOfAnother));
 * long accepted = all.count(0);
 * }</pre>
 */
public final class ScoreCounts {
  private final double[] thresholds;
  private final long[] counts;

  private ScoreCounts(double[] thresholds, long[] counts) {
    this.thresholds = thresholds;
    this.counts = counts;
  }

  /** So many scores for each threshold; none is negative. */
  public static ScoreCounts of(double[] thresholds, long[] counts) {
    if (thresholds.length != counts.length || Arrays.stream(counts).anyMatch(c -> c < 0)) {
      throw new IllegalArgumentException(
          "expected a count of at least 0 for each of "
              + thresholds.length
              + " thresholds, found "
              + Arrays.toString(counts));
    }
    return new ScoreCounts(thresholds.clone(), counts.clone());
  }

  public double[] thresholds() {
    return thresholds.clone();
  }

  /** The counts, one for each threshold. */
  public long[] counts() {
    return counts.clone();
  }

  /** The scores that are at least threshold i. */
  public long count(int i) {
    return counts[i];
  }

  /** The counts of these scores and others. */
  public ScoreCounts plus(ScoreCounts other) {
    if (!Arrays.equals(thresholds, other.thresholds)) {
      throw new IllegalArgumentException(
          "counts at "
              + Arrays.toString(thresholds)
              + " and at "
              + Arrays.toString(other.thresholds)
              + " do not add up");
    }
    long[] sum = counts.clone();
    for (int i = 0; i < sum.length; i++) {
      sum[i] = Math.addExact(sum[i], other.counts[i]);
    }
    return new ScoreCounts(thresholds, sum);
  }

  @Override
  public String toString() {
    return Arrays.toString(counts) + " scores of at least " + Arrays.toString(thresholds);
  }
}
