package dev.gme.core.score.sink;

import java.util.Optional;

/**
 * How many scores reach thresholds (s ≥ t, as decisions are made). Costs a vectorized pass for each
 * threshold; where there are dozens of them, a {@link HistogramSink} is faster.
 *
 * <pre>{@code
 * CountSink sink = new CountSink(point.bayesThreshold(), 0);
 * scorer.all(sink);
 * long accepted = sink.count(0);
 * }</pre>
 */
public final class CountSink extends TableSink {
  private final double[] thresholds;

  /** The smallest floats that reach the thresholds: comparing floats with these is exact. */
  private final float[] atLeast;

  private final long[] counts;

  public CountSink(double... thresholds) {
    this(Optional.empty(), thresholds);
  }

  /** Counts all scores but those of some pairs, say of a recording with itself. */
  public static CountSink without(PairSet left, double... thresholds) {
    return new CountSink(Optional.of(left), thresholds);
  }

  private CountSink(Optional<PairSet> left, double... thresholds) {
    super(left);
    this.thresholds = thresholds.clone();
    atLeast = new float[thresholds.length];
    counts = new long[thresholds.length];
    for (int i = 0; i < atLeast.length; i++) {
      if (Double.isNaN(thresholds[i])) {
        throw new IllegalArgumentException("threshold " + i + " is NaN");
      }
      float nearest = (float) thresholds[i];
      atLeast[i] = nearest < thresholds[i] ? Math.nextUp(nearest) : nearest;
    }
  }

  public double[] thresholds() {
    return thresholds.clone();
  }

  /** All counts so far, which add up with those of other scores. */
  public ScoreCounts counts() {
    return ScoreCounts.of(thresholds, counts);
  }

  /** The scores that are at least threshold i. */
  public long count(int i) {
    return counts[i];
  }

  @Override
  long[] table() {
    return new long[counts.length];
  }

  @Override
  void count(ScoreTile tile, long[] table) {
    int n = tile.rows() * tile.cols();
    for (int i = 0; i < table.length; i++) {
      table[i] += Scan.countAtLeast(n, tile.scores(), 0, atLeast[i]);
    }
  }

  @Override
  void subtract(float score, long[] table) {
    for (int i = 0; i < table.length; i++) {
      table[i] -= score >= atLeast[i] ? 1 : 0;
    }
  }

  @Override
  public void merge(Part part) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += part.table[i];
    }
  }
}
