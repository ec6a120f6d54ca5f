package dev.gme.core.score.sink;

/** How many scores lie in each of some bins. */
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
      sum += c;
    }
    total = sum;
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
