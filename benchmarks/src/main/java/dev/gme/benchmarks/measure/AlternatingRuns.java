package dev.gme.benchmarks.measure;

import java.util.Arrays;

/**
 * Times several pieces of work in alternation, so that all see the same machine, until no shortest
 * time has fallen for some rounds: the compiler needs its time, and more of it on a busy machine.
 */
public final class AlternatingRuns {
  /** Rounds without a shorter time after which the times are taken to be final. */
  private static final int SETTLED = 5;

  private static final int MOST_ROUNDS = 40;

  /** A time counts as shorter if it is so by more than this share. */
  private static final double LEAST_GAIN = 0.005;

  private final Runnable[] works;
  private final double[] best;

  private AlternatingRuns(Runnable... works) {
    this.works = works;
    best = new double[works.length];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
  }

  /** The shortest time of each piece of work in seconds: what it costs undisturbed. */
  public static double[] best(Runnable... works) {
    AlternatingRuns runs = new AlternatingRuns(works);
    int settled = 0;
    for (int round = 0; round < MOST_ROUNDS && settled < SETTLED; round++) {
      settled = runs.round() ? 0 : settled + 1;
    }
    return runs.best;
  }

  /** Runs each piece once; whether any was faster than before. */
  private boolean round() {
    boolean faster = false;
    for (int i = 0; i < works.length; i++) {
      double seconds = Stopwatch.best(1, works[i]);
      faster |= seconds < (1 - LEAST_GAIN) * best[i];
      best[i] = Math.min(best[i], seconds);
    }
    return faster;
  }
}
