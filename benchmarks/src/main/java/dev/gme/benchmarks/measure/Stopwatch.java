package dev.gme.benchmarks.measure;

import java.util.function.LongSupplier;

/** Measures the wall time of repeated work. */
public final class Stopwatch {
  private Stopwatch() {}

  /** The shortest of {@code rounds} times in seconds: what the work costs undisturbed. */
  public static double best(int rounds, Runnable work) {
    return best(rounds, work, System::nanoTime);
  }

  /** The shortest of {@code rounds} times in seconds, by a clock that counts nanoseconds. */
  static double best(int rounds, Runnable work, LongSupplier clock) {
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < rounds; i++) {
      long start = clock.getAsLong();
      work.run();
      best = Math.min(best, (clock.getAsLong() - start) * 1e-9);
    }
    return best;
  }
}
