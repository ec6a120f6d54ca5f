package dev.gme.core.cluster;

import dev.gme.core.Progress;
import java.util.Arrays;

/**
 * Clustering by joins of the two sets whose pools gain most (docs/math.md 9.2), exact in double.
 *
 * <pre>{@code
 * MergePath path =
 *     Agglomeration.run(StartingSets.of(embeddings), ClusterPrior.samePrior(0.01), SetLimits.NONE);
 * Partition found = path.best();
 * }</pre>
 *
 * <p>Time grows with the square of the recordings times d. Memory is 4 n² bytes for the gains of
 * all pairs, where these fit into a quarter of the heap; else they are computed again when a set
 * looks for a new partner, in memory that grows with n (beside the pools) and in two to three times
 * the time. Thousands of recordings take seconds; for more there is {@link SparseClustering}.
 */
public final class Agglomeration {
  private Agglomeration() {}

  /** Joins without telling how far it is. */
  public static MergePath run(StartingSets start, ClusterPrior prior, SetLimits limits) {
    return run(start, prior, limits, Progress.NONE);
  }

  /**
   * Joins sets down to the lower limit, or to the last pair that may come together; which of the
   * partitions on the way is the answer is asked of the result.
   */
  public static MergePath run(
      StartingSets start, ClusterPrior prior, SetLimits limits, Progress progress) {
    return run(start, prior, limits, keepsGains(start.size()), progress);
  }

  /** The bytes that {@link #run} will take for so many recordings. */
  public static long memory(int n, int d) {
    return 8L * n * (d + 8) + (keepsGains(n) ? 4L * n * n : 0);
  }

  private static boolean keepsGains(int n) {
    return 4L * n * n <= Runtime.getRuntime().maxMemory() / 4;
  }

  static MergePath run(
      StartingSets start,
      ClusterPrior prior,
      SetLimits limits,
      boolean keepsGains,
      Progress progress) {
    PoolGains gains = new PoolGains(start, prior, keepsGains);
    int[] sets = gains.sets();
    GreedyJoins joins = new GreedyJoins(gains, sets, start.size());
    int[] first = new int[sets.length];
    int[] second = new int[sets.length];
    double[] gained = new double[sets.length];
    int least = limits.within(sets.length).min();
    int m = 0;
    while (joins.sets() > least) {
      int i = joins.next();
      if (i < 0) {
        break;
      }
      first[m] = i;
      second[m] = joins.partner(i);
      gained[m] = joins.similarity(i) + prior.common(joins.sets());
      m++;
      joins.join(i);
      progress.step("joining sets", m, sets.length - least);
    }
    return new MergePath(
        start,
        limits,
        sets.length,
        Arrays.copyOf(first, m),
        Arrays.copyOf(second, m),
        Arrays.copyOf(gained, m));
  }
}
