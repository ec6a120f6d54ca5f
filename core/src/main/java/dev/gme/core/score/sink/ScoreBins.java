package dev.gme.core.score.sink;

/**
 * The line of scores cut into bins, numbered from the lowest. Every score but NaN has a bin.
 *
 * @see HistogramSink
 */
public abstract sealed class ScoreBins permits FineBins, UniformBins {
  ScoreBins() {}

  /**
   * {@code count} bins of equal width between two scores, and two more for what lies below and
   * above. Their edges are where they should be up to rounding, 2^-52 of the range.
   */
  public static ScoreBins uniform(double lowest, double highest, int count) {
    return new UniformBins(lowest, highest, count);
  }

  /**
   * About a million bins for floats of any size, whose width is 2^-11 of the score or less: 0.002
   * for scores between 4 and 8.
   */
  public static ScoreBins fine() {
    return FineBins.INSTANCE;
  }

  /** How many bins there are. */
  public abstract int size();

  /** The bin of a score. */
  public abstract int bin(float score);

  /** No score of this bin is lower; −∞ if there is no limit. */
  public abstract double lower(int bin);

  /** No score of this bin is higher; +∞ if there is no limit. */
  public abstract double upper(int bin);

  /** Adds one to the count of each score's bin. */
  abstract void count(float[] x, int off, int n, long[] counts);
}
