package dev.gme.core.identify;

import dev.gme.core.linalg.VectorMath;

/** The running logarithm of a sum of exponentials; −∞ while it is empty. A workspace. */
final class LogSum {
  private static final double NOTHING = 60;

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

  /**
   * Adds e^x of n numbers, which are overwritten.
   *
   * @param largest of the numbers
   */
  void addAll(int n, float[] x, float largest) {
    // Below, even 10⁹ terms would not change a double.
    if (largest == Float.NEGATIVE_INFINITY || largest < max - NOTHING) {
      return;
    }
    if (largest > max) {
      sum *= Math.exp(max - largest);
      max = largest;
    }
    float shift = (float) max;
    for (int i = 0; i < n; i++) {
      x[i] -= shift;
    }
    VectorMath.exp(n, x, 0, x, 0);
    double added = 0;
    for (int i = 0; i < n; i++) {
      added += x[i];
    }
    sum += added * Math.exp(shift - max);
  }

  void add(LogSum other) {
    add(other.max, other.sum);
  }

  double value() {
    return sum == 0 ? Double.NEGATIVE_INFINITY : max + Math.log(sum);
  }
}
