package dev.gme.core.score;

/**
 * Σ_k log(1 + λ_k x) as a function of x: interpolated, because it is wanted for every recording at
 * many points, and d logarithms each time would cost more than the scores.
 */
final class LogDeterminant {
  private static final double ACCURACY = 1e-13;

  private final double offset;
  private final double lo;
  private final double scale;

  /** Chebyshev coefficients in log(x + 1/λ_1). */
  private final double[] coefficient;

  LogDeterminant(double[] lambda, double lowest, double highest) {
    offset = 1 / Math.max(lambda[0], 1e-300);
    double from = Math.log(lowest + offset);
    double to = Math.log(highest + offset);
    lo = from;
    scale = to > from ? 2 / (to - from) : 0;
    int n = 2 + Chebyshev.points(lowest, highest, offset, ACCURACY);
    double[] value = new double[n];
    for (int p = 0; p < n; p++) {
      double t = Math.cos((2 * p + 1) * Math.PI / (2 * n));
      double x = Math.exp(from + (to - from) * (t + 1) / 2) - offset;
      for (double l : lambda) {
        value[p] += Math.log1p(l * x);
      }
    }
    coefficient = new double[n];
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int p = 0; p < n; p++) {
        sum += value[p] * Math.cos(j * (2 * p + 1) * Math.PI / (2 * n));
      }
      coefficient[j] = (j == 0 ? 1 : 2) * sum / n;
    }
  }

  double at(double x) {
    double t = scale * (Math.log(x + offset) - lo) - 1;
    // Clenshaw's recurrence.
    double next = 0;
    double afterNext = 0;
    for (int j = coefficient.length - 1; j > 0; j--) {
      double now = coefficient[j] + 2 * t * next - afterNext;
      afterNext = next;
      next = now;
    }
    return coefficient[0] + t * next - afterNext;
  }
}
