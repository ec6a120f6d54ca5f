package dev.gme.core.cluster;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Clustering of many recordings by rounds (docs/math.md 9.5): every set lists the others that it
 * would gain most by joining, pairs of these lists are joined while they gain, and the next round
 * starts from the pools. It ends when a round joins nothing: then no pair of sets would gain, up to
 * the tolerance of the scorer.
 *
 * <pre>{@code
 * SparseClustering found =
 *     SparseClustering.run(StartingSets.of(embeddings), ClusterPrior.samePrior(0.001),
 *         SetLimits.NONE, SparseClustering.NEIGHBOURS, Progress.NONE, round -> {});
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
   * What is known after a round; a later run may start from its partition.
   *
   * @param number counted from 1
   * @param partition of the recordings, without enrolled speakers
   * @param gain what the round added to the objective
   */
  public record Round(int number, Partition partition, double gain) {}

  /**
   * Runs all rounds.
   *
   * @param limits sets are not joined below the lower one; where rounds end above the upper one,
   *     the pools are joined further by {@link Agglomeration}
   * @param neighbours length of the lists
   * @param afterRound hears of every round that joined something
   */
  public static SparseClustering run(
      StartingSets start,
      ClusterPrior prior,
      SetLimits limits,
      int neighbours,
      Progress progress,
      Consumer<Round> afterRound) {
    if (neighbours < 1) {
      throw new IllegalArgumentException("lists have at least one neighbour, found " + neighbours);
    }
    SparseRounds rounds = new SparseRounds(start, prior, limits, neighbours, progress);
    int[] sets = {rounds.sets()};
    double objective = 0;
    int[][] nearest = null;
    boolean joined = true;
    for (int r = 1; joined; r++) {
      int before = rounds.sets();
      double gain = rounds.next();
      nearest = nearest == null ? rounds.nearest() : nearest;
      objective += gain;
      joined = rounds.sets() < before;
      sets = Arrays.copyOf(sets, r + 1);
      sets[r] = rounds.sets();
      if (joined) {
        afterRound.accept(new Round(r, rounds.partition(), gain));
      }
    }
    Partition partition = rounds.partition();
    if (rounds.sets() > limits.max()) {
      MergePath rest = rounds.further();
      int m = rest.bestJoins();
      partition = rest.partition(m);
      objective += rest.objective()[m];
    }
    return new SparseClustering(partition, sets, objective, nearest);
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

  /** Which recordings are together. */
  public Partition partition() {
    return partition;
  }

  /** The number of sets at the start and after every round, the last one included; a copy. */
  public int[] setsAfterRound() {
    return setsAfterRound.clone();
  }

  /** The objective J minus that of the start. */
  public double objective() {
    return objective;
  }

  /**
   * Moves single recordings to the best of the sets of their nearest recordings.
   *
   * @param embeddings the recordings as the clustering had them: scaled, one by one
   */
  public Reassignment reassigned(
      MetaEmbeddings embeddings,
      ClusterPrior prior,
      SetLimits limits,
      int sweeps,
      Progress progress) {
    if (nearest.length != embeddings.size()) {
      throw new IllegalArgumentException(
          "the clustering did not start from single recordings: "
              + nearest.length
              + " sets, "
              + embeddings.size()
              + " recordings");
    }
    return Reassignment.run(embeddings, prior, partition, limits, sweeps, nearest, progress);
  }
}
