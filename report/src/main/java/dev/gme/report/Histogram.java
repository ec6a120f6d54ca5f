package dev.gme.report;

import java.util.stream.DoubleStream;

/** Shares of values in bins of equal width. */
final class Histogram {
  static final int BINS = 80;

  /** Half the width of the range where all values are the same. */
  private static final double HALF_WIDTH_OF_NONE = 0.5;

  /** Beyond, the width of the range might be infinite. */
  private static final double LARGEST = 1e150;

  private final double lo;
  private final double hi;
  private final double[] weight = new double[BINS];
  private double total;

  Histogram(double lo, double hi) {
    boolean isRange = hi > lo;
    this.lo = Math.max(-LARGEST, isRange ? lo : lo - HALF_WIDTH_OF_NONE);
    this.hi = Math.min(LARGEST, isRange ? hi : hi + HALF_WIDTH_OF_NONE);
  }

  /** The decimal logarithms of some values, over the range of these and others. */
  static Histogram ofLogs(double[] values, double[] others) {
    double min =
        DoubleStream.concat(DoubleStream.of(values), DoubleStream.of(others)).min().orElseThrow();
    double max =
        DoubleStream.concat(DoubleStream.of(values), DoubleStream.of(others)).max().orElseThrow();
    Histogram out = new Histogram(Math.log10(min), Math.log10(max));
    for (double v : values) {
      out.add(Math.log10(v), 1);
    }
    return out;
  }

  /** Counts a value; one outside of the range counts only in the total. */
  void add(double value, double w) {
    total += w;
    if (value >= lo && value <= hi) {
      int bin = (int) ((value - lo) / (hi - lo) * BINS);
      weight[Math.min(bin, BINS - 1)] += w;
    }
  }

  double lo() {
    return lo;
  }

  double hi() {
    return hi;
  }

  /** Where a bin begins, and the one before it ends. */
  double edge(int bin) {
    return lo + (hi - lo) * bin / BINS;
  }

  /** The share of all values that lies in a bin. */
  double share(int bin) {
    return weight[bin] / total;
  }

  double largestShare() {
    return DoubleStream.of(weight).max().orElseThrow() / total;
  }

  /** The share of values that lies in no bin. */
  double outside() {
    return Math.max(0, 1 - DoubleStream.of(weight).sum() / total);
  }
}
