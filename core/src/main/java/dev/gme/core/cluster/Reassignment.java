package dev.gme.core.cluster;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;
import java.util.BitSet;

/**
 * Moves single recordings to the set where they fit best, one after the other, until nothing moves
 * (docs/math.md 9.4). Never lowers the objective; to be run after a clustering by joins.
 *
 * <pre>{@code
 * Reassignment better = Reassignment.run(embeddings, prior, path.best(), SetLimits.NONE);
 * }</pre>
 *
 * @param partition after the last sweep
 * @param sweeps how many there were, the last one (which moved nothing) included
 * @param moved how many times a recording moved
 * @param gain what the objective rose by
 */
public record Reassignment(Partition partition, int sweeps, long moved, double gain) {
  /** Sweeps end by themselves, since the objective rises; this is for safety. */
  private static final int MOST_SWEEPS = 1000;

  /** Sweeps until nothing moves, without telling how far it is. */
  public static Reassignment run(
      MetaEmbeddings embeddings, ClusterPrior prior, Partition start, SetLimits limits) {
    return run(embeddings, prior, start, limits, MOST_SWEEPS, Progress.NONE);
  }

  /**
   * Sweeps over the recordings.
   *
   * @param limits a recording neither leaves a set of its own nor opens one where that would break
   *     them
   * @param mostSweeps at most so many
   */
  public static Reassignment run(
      MetaEmbeddings embeddings,
      ClusterPrior prior,
      Partition start,
      SetLimits limits,
      int mostSweeps,
      Progress progress) {
    return run(StartingSets.of(embeddings), prior, start, limits, mostSweeps, null, progress);
  }

  /**
   * Sweeps over recordings some of which have links: those stay where they are, and so do enrolled
   * speakers; so no link is broken.
   *
   * @param start what the clustering started from
   * @param now its partition of enrolled speakers and recordings
   */
  public static Reassignment run(
      StartingSets start,
      ClusterPrior prior,
      Partition now,
      SetLimits limits,
      int mostSweeps,
      Progress progress) {
    return run(start, prior, now, limits, mostSweeps, null, progress);
  }

  /**
   * Sweeps in which a recording looks at some sets only.
   *
   * @param near for each item some others, whose sets it may join; null for all
   */
  static Reassignment run(
      StartingSets items,
      ClusterPrior prior,
      Partition start,
      SetLimits limits,
      int mostSweeps,
      int[][] near,
      Progress progress) {
    Places places = new Places(items.items(), prior);
    BitSet fixed = items.fixed();
    Partition now = start;
    double gain = 0;
    long moved = 0;
    int sweeps = 0;
    boolean moves = true;
    while (moves && sweeps < mostSweeps) {
      // Every sweep starts from fresh sums, so that rounding does not add up.
      places.put(now);
      moves = false;
      for (int i = 0; i < now.size(); i++) {
        double rise = fixed.get(i) ? 0 : move(places, i, limits, near == null ? null : near[i]);
        if (rise > 0) {
          gain += rise;
          moved++;
          moves = true;
        }
        if (i % 1000 == 999) {
          progress.step("reassigning, sweep " + (sweeps + 1), i + 1L, now.size());
        }
      }
      now = places.partition();
      sweeps++;
    }
    return new Reassignment(now, sweeps, moved, gain);
  }

  /** Moves a recording to its best place; returns what the objective rose by, 0 if it stays. */
  private static double move(Places places, int i, SetLimits limits, int[] near) {
    int before = places.sets();
    int own = places.takeOut(i);
    int alone = places.sets();
    boolean wasAlone = own < 0;
    if (wasAlone && before <= limits.min()) {
      places.put(i, alone);
      return 0;
    }
    boolean mayOpen = wasAlone || alone < limits.max();
    int home = wasAlone ? alone : own;
    double atHome;
    double best;
    int to = home;
    if (near == null) {
      double[] v = places.weights(i);
      atHome = v[home];
      best = atHome;
      for (int p = 0; p < (mayOpen ? v.length : alone); p++) {
        if (v[p] > best) {
          best = v[p];
          to = p;
        }
      }
    } else {
      atHome = places.weight(i, home);
      best = atHome;
      for (int other : near) {
        int p = places.placeOf(other);
        if (p != home && p != to) {
          double v = places.weight(i, p);
          // The first of the largest, whatever the order of the neighbours.
          if (v > best || (v == best && to != home && p < to)) {
            best = v;
            to = p;
          }
        }
      }
      if (mayOpen && places.weight(i, alone) > best) {
        best = places.weight(i, alone);
        to = alone;
      }
    }
    places.put(i, to);
    return best - atHome;
  }
}
