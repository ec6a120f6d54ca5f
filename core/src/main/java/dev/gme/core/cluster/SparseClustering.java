package dev.gme.core.cluster;

import dev.gme.core.Progress;
import dev.gme.core.partition.Partition;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Clustering of many recordings by rounds (docs/math.md 9.5): every set lists the others that it
 * would gain most by joining, pairs of these lists are joined while they gain, and the next round
 * starts from the pools. It ends when a round joins nothing: then no pair of sets would gain, up to
 * the tolerance of the scorer.
 *
 * <pre>{@code
 * SparseClustering found =
 *     SparseClustering.run(
 *         StartingSets.of(embeddings), ClusterPrior.samePrior(0.001), SetLimits.NONE, 16);
 * }</pre>
 */
public final class SparseClustering {
  /** How long the lists are unless stated. */
  public static final int NEIGHBOURS = 16;

  private final Partition partition;
  private final int[] setsAfterRound;
  private final double objective;
  private final int[][] nearest;

  private SparseClustering(
      Partition partition, int[] setsAfterRound, double objective, int[][] nearest) {
    this.partition = partition;
    this.setsAfterRound = setsAfterRound;
    this.objective = objective;
    this.nearest = nearest;
  }

  /**
   * What was known after some rounds, for going on from there.
   *
   * @param nearest the lists of the first round
   */
  public static SparseClustering of(
      Partition partition, int[] setsAfterRound, double objective, int[][] nearest) {
    return new SparseClustering(
        partition,
        setsAfterRound.clone(),
        objective,
        Arrays.stream(nearest).map(int[]::clone).toArray(int[][]::new));
  }

  /** Runs all rounds, of which nobody hears. */
  public static SparseClustering run(
      StartingSets start, ClusterPrior prior, SetLimits limits, int neighbours) {
    return run(start, prior, limits, neighbours, Optional.empty(), Progress.NONE, round -> {});
  }

  /**
   * Runs all rounds.
   *
   * @param limits sets are not joined below the lower one; where rounds end above the upper one,
   *     the pools are joined further by {@link Agglomeration}
   * @param neighbours length of the lists
   * @param soFar what an earlier run from the same start had told, if there was one
   * @param afterRound hears of every round that joined something
   */
  public static SparseClustering run(
      StartingSets start,
      ClusterPrior prior,
      SetLimits limits,
      int neighbours,
      Optional<SparseClustering> soFar,
      Progress progress,
      Consumer<SparseClustering> afterRound) {
    if (neighbours < 1) {
      throw new IllegalArgumentException("lists have at least one neighbour, found " + neighbours);
    }
    SparseRounds rounds =
        new SparseRounds(
            soFar.map(s -> start.joinedLike(s.partition)).orElse(start),
            prior,
            limits,
            neighbours,
            progress);
    SparseClustering now =
        soFar.orElseGet(
            () -> new SparseClustering(rounds.partition(), new int[] {rounds.sets()}, 0, null));
    boolean joined = true;
    while (joined) {
      int before = rounds.sets();
      double gain = rounds.next();
      joined = rounds.sets() < before;
      int[] sets = Arrays.copyOf(now.setsAfterRound, now.setsAfterRound.length + 1);
      sets[sets.length - 1] = rounds.sets();
      now =
          new SparseClustering(
              rounds.partition(),
              sets,
              now.objective + gain,
              now.nearest == null ? rounds.nearest() : now.nearest);
      if (joined) {
        afterRound.accept(now);
      }
    }
    if (rounds.sets() <= limits.max()) {
      return now;
    }
    MergePath rest = rounds.further();
    int m = rest.bestJoins();
    return new SparseClustering(
        rest.items(m), now.setsAfterRound, now.objective + rest.objective()[m], now.nearest);
  }

  /** The bytes that {@link #run} will take beside the embeddings themselves. */
  public static long memory(int n, int d, int neighbours) {
    // Pools in double and once more for the scorer, its floats of both sides (columns twice), lists
    // and their sinks (24 bytes an entry), candidates in both directions and their gains in the
    // queue.
    return n
            * (8L * d
                + 8L * d
                + 12L * d
                + 24L * neighbours
                + 4L * 4 * neighbours
                + 24L * neighbours)
        + (256L << 20);
  }

  /** Which recordings are together; enrolled speakers come first, as in {@link StartingSets}. */
  public Partition partition() {
    return partition;
  }

  /** The number of sets at the start and after every round, the last one included; a copy. */
  public int[] setsAfterRound() {
    return setsAfterRound.clone();
  }

  /**
   * For each recording (or enrolled speaker) that started alone its nearest ones in the first
   * round; none for others. A copy.
   */
  public int[][] nearest() {
    return Arrays.stream(nearest).map(int[]::clone).toArray(int[][]::new);
  }

  /** The objective J minus that of the start. */
  public double objective() {
    return objective;
  }

  /**
   * Moves single recordings to the best of the sets of their nearest recordings; those with links
   * stay.
   *
   * @param start what the clustering started from
   */
  public Reassignment reassigned(
      StartingSets start, ClusterPrior prior, SetLimits limits, int sweeps, Progress progress) {
    return Reassignment.run(start, prior, partition, limits, sweeps, nearest, progress);
  }
}
