package dev.gme.core.metric;

import java.util.Arrays;

/**
 * Between which values a figure lies.
 *
 * @param lo the lower end
 * @param hi the upper end
 * @param confidence how often such intervals hold the true value, in the long run
 */
public record Interval(double lo, double hi, double confidence) {
  /** Between the (1−γ)/2 and the (1+γ)/2 quantile of some values (docs/math.md 7.7). */
  public static Interval ofQuantiles(double[] values, double confidence) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Interval(
        quantile(sorted, (1 - confidence) / 2), quantile(sorted, (1 + confidence) / 2), confidence);
  }

  private static double quantile(double[] sorted, double p) {
    double position = (sorted.length - 1) * p;
    int k = (int) position;
    double share = position - k;
    // Without the test, 0 times an infinite neighbour would be NaN.
    return share == 0 ? sorted[k] : (1 - share) * sorted[k] + share * sorted[k + 1];
  }

  /** Whether a value lies in the interval, ends included. */
  public boolean contains(double value) {
    return lo <= value && value <= hi;
  }
}
