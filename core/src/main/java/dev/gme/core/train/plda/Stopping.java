package dev.gme.core.train.plda;

import java.util.List;

/**
 * When iterations end: after {@code maxIterations}, or when the objective (a log-likelihood) gains
 * less than {@code tolerance} times its magnitude in one.
 */
public record Stopping(int maxIterations, double tolerance) {
  /** At most 20 iterations, fewer where the objective gains less than a millionth. */
  public static final Stopping DEFAULT = new Stopping(20, 1e-6);

  public Stopping {
    if (maxIterations < 0 || !(tolerance >= 0)) {
      throw new IllegalArgumentException(
          "iterations and tolerance must not be negative, found "
              + maxIterations
              + " and "
              + tolerance);
    }
  }

  /** Exactly so many iterations. */
  public static Stopping after(int iterations) {
    return new Stopping(iterations, 0);
  }

  /** Whether the last of these objectives is good enough. */
  boolean isReached(List<Double> objective) {
    int n = objective.size();
    if (n > maxIterations) {
      return true;
    }
    if (n < 2 || tolerance == 0) {
      return false;
    }
    double gain = objective.get(n - 1) - objective.get(n - 2);
    return gain < tolerance * Math.abs(objective.get(n - 2));
  }
}
