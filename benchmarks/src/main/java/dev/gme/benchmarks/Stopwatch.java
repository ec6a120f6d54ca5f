package dev.gme.benchmarks;

/** Times of repeated work. */
final class Stopwatch {
  private Stopwatch() {}

  /** The shortest of {@code rounds} times in seconds: what the work costs undisturbed. */
  static double best(int rounds, Runnable work) {
    double best = Double.POSITIVE_INFINITY;
    for (int i = 0; i < rounds; i++) {
      long start = System.nanoTime();
      work.run();
      best = Math.min(best, (System.nanoTime() - start) * 1e-9);
    }
    return best;
  }
}
