package dev.gme.report.result;

import dev.gme.core.Internal;
import java.util.stream.DoubleStream;

/** Shares of values in bins of equal width. */
@Internal
public final class Histogram {
  private static final int MAX_BINS = 80;
  private static final int MIN_BINS = 10;

  /** Half the width of the range where all values are the same. */
  private static final double HALF_WIDTH_OF_NONE = 0.5;

  /** Relative to its ends: a narrower range is one value to whoever reads the axis. */
  private static final double NARROWEST = 1e-3;

  /** Where all values lie outside. */
  private static final double LOWEST_TOP = 1e-3;

  /** Beyond, the width of the range might be infinite. */
  private static final double LARGEST = 1e150;

  private final double lo;
  private final double hi;
  private final double[] weight;
  private double total;

  /** Over a range, in bins that suit so many values: few values in many bins show only noise. */
  Histogram(double lo, double hi, int values) {
    double suitable = 3 * Math.cbrt(values);
    weight = new double[(int) Math.max(MIN_BINS, Math.min(MAX_BINS, suitable))];
    double from = clamped(lo);
    double to = clamped(hi);
    double size = Math.max(Math.abs(from), Math.abs(to));
    boolean isRange = to - from > NARROWEST * size;
    double wider = isRange ? 0 : Math.max(HALF_WIDTH_OF_NONE, NARROWEST * size);
    this.lo = from - wider;
    this.hi = to + wider;
  }

  private static double clamped(double value) {
    return Math.max(-LARGEST, Math.min(LARGEST, value));
  }

  /** The decimal logarithms of some values, over the range of these and others. */
  static Histogram ofLogs(double[] values, double[] others) {
    double[] all = DoubleStream.concat(DoubleStream.of(values), DoubleStream.of(others)).toArray();
    double min = DoubleStream.of(all).min().orElseThrow();
    double max = DoubleStream.of(all).max().orElseThrow();
    int fewer = Math.min(values.length, others.length);
    Histogram out = new Histogram(Math.log10(min), Math.log10(max), fewer);
    for (double v : values) {
      out.add(Math.log10(v), 1);
    }
    return out;
  }

  /** Counts a value; one outside of the range counts only in the total. */
  void add(double value, double w) {
    total += w;
    if (value >= lo && value <= hi) {
      int bin = (int) ((value - lo) / (hi - lo) * weight.length);
      weight[Math.min(bin, weight.length - 1)] += w;
    }
  }

  public int bins() {
    return weight.length;
  }

  public double lo() {
    return lo;
  }

  public double hi() {
    return hi;
  }

  /** Where a bin begins, and the one before it ends. */
  public double edge(int bin) {
    return lo + (hi - lo) * bin / weight.length;
  }

  /** The share of all values that lies in a bin. */
  public double share(int bin) {
    return weight[bin] / total;
  }

  /** A little more than the largest share of a bin here or there: how high a plot has to be. */
  public static double top(Histogram a, Histogram b) {
    return Math.max(LOWEST_TOP, 1.05 * Math.max(a.largestShare(), b.largestShare()));
  }

  private double largestShare() {
    return DoubleStream.of(weight).max().orElseThrow() / total;
  }

  /** The share of values that lies in no bin. */
  public double outside() {
    return Math.max(0, 1 - DoubleStream.of(weight).sum() / total);
  }
}
