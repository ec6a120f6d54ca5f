package dev.gme.core.score.sink;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How many scores lie in each of some bins. Histograms of parts add up, in any order, to that of
 * the whole, and travel as two arrays:
 *
 * <pre>{@code
 * int[] used = histogram.usedBins();
 * long[] counts = histogram.usedCounts();
 * ScoreHistogram all = other.plus(ScoreHistogram.of(ScoreBins.fine(), used, counts));
 * }</pre>
 */
public final class ScoreHistogram {
  private final ScoreBins bins;
  private final long[] counts;
  private final long total;

  /**
   * Where a score is known to lie.
   *
   * @param lower it is not lower
   * @param upper it is not higher
   */
  public record Range(double lower, double upper) {
    /** Half way; off by at most half the width. */
    public double middle() {
      return lower / 2 + upper / 2;
    }
  }

  ScoreHistogram(ScoreBins bins, long[] counts) {
    this.bins = bins;
    this.counts = counts;
    long sum = 0;
    for (long c : counts) {
      sum = Math.addExact(sum, c);
    }
    total = sum;
  }

  /**
   * A histogram from its arrays.
   *
   * @param used bins, ascending, as {@link #usedBins}
   * @param counts how many scores each of these has; none is negative
   */
  public static ScoreHistogram of(ScoreBins bins, int[] used, long[] counts) {
    if (used.length != counts.length) {
      throw new IllegalArgumentException(counts.length + " counts of " + used.length + " bins");
    }
    long[] all = new long[bins.size()];
    int before = -1;
    for (int i = 0; i < used.length; i++) {
      if (used[i] <= before || used[i] >= all.length || counts[i] < 0) {
        throw new IllegalArgumentException(
            "expected ascending bins below "
                + all.length
                + " with counts that are not negative, found "
                + counts[i]
                + " in bin "
                + used[i]
                + " after bin "
                + before);
      }
      before = used[i];
      all[used[i]] = counts[i];
    }
    return new ScoreHistogram(bins, all);
  }

  /** The bins that have scores, ascending. */
  public int[] usedBins() {
    return IntStream.range(0, counts.length).filter(bin -> counts[bin] != 0).toArray();
  }

  /** How many scores there are in each of {@link #usedBins}. */
  public long[] usedCounts() {
    return Arrays.stream(counts).filter(c -> c != 0).toArray();
  }

  /** The histogram of these scores and others in the same bins. */
  public ScoreHistogram plus(ScoreHistogram other) {
    if (!bins.equals(other.bins)) {
      throw new IllegalArgumentException(bins + " and " + other.bins + " do not add up");
    }
    long[] sum = counts.clone();
    for (int bin = 0; bin < sum.length; bin++) {
      sum[bin] = Math.addExact(sum[bin], other.counts[bin]);
    }
    return new ScoreHistogram(bins, sum);
  }

  public ScoreBins bins() {
    return bins;
  }

  public long count(int bin) {
    return counts[bin];
  }

  /** How many scores there are. */
  public long total() {
    return total;
  }

  /**
   * Where the p-quantile lies: the score below or at which the share p of all scores is, that is
   * the one at place ⌈p·total⌉ in ascending order (the lowest for p = 0). The bin is exact; how
   * wide it is depends on the bins.
   */
  public Range quantile(double p) {
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException("a quantile is asked for by 0 to 1, found " + p);
    }
    if (total == 0) {
      throw new IllegalStateException("there are no scores");
    }
    long place = Math.max(1, (long) Math.ceil(p * total));
    int bin = 0;
    for (long seen = counts[0]; seen < place; seen += counts[bin]) {
      bin++;
    }
    return new Range(bins.lower(bin), bins.upper(bin));
  }

  @Override
  public String toString() {
    return total + " scores in " + bins;
  }
}
