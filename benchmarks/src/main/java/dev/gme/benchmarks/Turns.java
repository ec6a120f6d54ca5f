package dev.gme.benchmarks;

import java.util.Arrays;

/**
 * Several kinds of work, timed turn and turn about, so that all see the same machine. It goes on
 * until no shortest time has fallen for some rounds: the compiler needs its time, and more of it on
 * a busy machine.
 */
final class Turns {
  /** Rounds without news after which the times are taken to be final. */
  private static final int SETTLED = 5;

  private static final int MOST = 40;

  /** Less than this share is no news. */
  private static final double NEWS = 0.005;

  private final Runnable[] works;
  private final double[] best;

  private Turns(Runnable... works) {
    this.works = works;
    best = new double[works.length];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
  }

  /** The shortest time of each in seconds: what it costs undisturbed. */
  static double[] best(Runnable... works) {
    Turns turns = new Turns(works);
    int settled = 0;
    for (int round = 0; round < MOST && settled < SETTLED; round++) {
      settled = turns.round() ? 0 : settled + 1;
    }
    return turns.best;
  }

  /** Whether there was news. */
  private boolean round() {
    boolean news = false;
    for (int i = 0; i < works.length; i++) {
      double seconds = Stopwatch.best(1, works[i]);
      news |= seconds < (1 - NEWS) * best[i];
      best[i] = Math.min(best[i], seconds);
    }
    return news;
  }
}
