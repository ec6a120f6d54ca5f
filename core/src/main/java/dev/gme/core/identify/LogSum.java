package dev.gme.core.identify;

/** The running logarithm of a sum of exponentials; −∞ while it is empty. A workspace. */
final class LogSum {
  private double max = Double.NEGATIVE_INFINITY;

  /** Σ exp(x − max). */
  private double sum;

  /** Adds e^x. */
  void add(double x) {
    add(x, 1);
  }

  /** Adds n·e^x, for n that is not negative. */
  void add(double x, double n) {
    if (x <= max) {
      // Two that are −∞ are nothing, and their difference no number.
      sum += x == Double.NEGATIVE_INFINITY ? 0 : n * Math.exp(x - max);
    } else {
      sum = sum * Math.exp(max - x) + n;
      max = x;
    }
  }

  void add(LogSum other) {
    add(other.max, other.sum);
  }

  double value() {
    return sum == 0 ? Double.NEGATIVE_INFINITY : max + Math.log(sum);
  }
}
