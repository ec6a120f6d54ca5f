package dev.gme.core.score.sink;

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
public final class CountSink implements ScoreSink<long[]> {
  private final double[] thresholds;

  /** The smallest floats that reach the thresholds: comparing floats with these is exact. */
  private final float[] atLeast;

  private final long[] counts;

  public CountSink(double... thresholds) {
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

  /** The scores that are at least threshold i. */
  public long count(int i) {
    return counts[i];
  }

  @Override
  public long[] open(ScoreBand band) {
    return new long[counts.length];
  }

  @Override
  public void accept(long[] part, ScoreTile tile) {
    int n = tile.rows() * tile.cols();
    for (int i = 0; i < part.length; i++) {
      part[i] += Scan.countAtLeast(n, tile.scores(), 0, atLeast[i]);
    }
  }

  @Override
  public void merge(long[] part) {
    for (int i = 0; i < part.length; i++) {
      counts[i] += part[i];
    }
  }
}
