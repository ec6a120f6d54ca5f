package dev.gme.benchmarks.measure;

/** Measures the wall time of repeated work. */
public final class Stopwatch {
  private Stopwatch() {}

  /** The shortest of {@code rounds} times in seconds: what the work costs undisturbed. */
  public static double best(int rounds, Runnable work) {
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < rounds; i++) {
      long start = System.nanoTime();
      work.run();
      best = Math.min(best, (System.nanoTime() - start) * 1e-9);
    }
    return best;
  }
}
