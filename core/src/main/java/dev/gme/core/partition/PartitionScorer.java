package dev.gme.core.partition;

import dev.gme.core.embedding.MetaEmbedding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Log-likelihood ratios between partitions of a set of recordings (docs/math.md 2).
 *
 * <pre>{@code
 * var scorer = new PartitionScorer<>(List.of(f0, f1, f2));
 * double oneAgainstThree = scorer.logLr(Partition.coarsest(3), Partition.finest(3));
 * }</pre>
 *
 * <p>The log-likelihood of a partition is a sum of log-expectations that may reach 1e12, so ratios
 * are not made by subtracting: every set is built up recording by recording, and each recording
 * adds its log-likelihood ratio against the pool so far.
 *
 * @param <E> canonical or general meta-embeddings
 */
public final class PartitionScorer<E extends MetaEmbedding<E>> {
  /** The posterior enumerates every partition: 115,975 of ten recordings, 678,570 of eleven. */
  public static final int MAX_POSTERIOR = 10;

  private final List<E> recordings;

  public PartitionScorer(List<E> recordings) {
    this.recordings = List.copyOf(recordings);
  }

  /** log P(recordings | first) − log P(recordings | second). */
  public double logLr(Partition first, Partition second) {
    checkSize(first);
    checkSize(second);
    List<List<Integer>> a = first.members();
    List<List<Integer>> b = second.members();
    double sum = 0;
    // Sets that both have cancel exactly.
    for (List<Integer> set : a) {
      if (!b.contains(set)) {
        sum += againstFinest(set);
      }
    }
    for (List<Integer> set : b) {
      if (!a.contains(set)) {
        sum -= againstFinest(set);
      }
    }
    return sum;
  }

  /** The log-likelihood ratio of "these are one speaker" against "all of them differ". */
  private double againstFinest(List<Integer> set) {
    E pool = recordings.get(set.get(0));
    double sum = 0;
    for (int i : set.subList(1, set.size())) {
      E next = recordings.get(i);
      sum += pool.llr(next);
      pool = pool.pool(next);
    }
    return sum;
  }

  /** The posterior over all partitions of up to ten recordings. */
  public PartitionPosterior posterior(PartitionPrior prior) {
    int n = recordings.size();
    if (n < 1 || n > MAX_POSTERIOR) {
      throw new IllegalArgumentException(
          "the posterior is defined for 1 to " + MAX_POSTERIOR + " recordings, found " + n);
    }
    double[] ofSubset = subsets();
    List<Partition> all = Partitions.all(n);
    double[] logLr = new double[all.size()];
    double[] logPrior = new double[all.size()];
    int[] mask = new int[n];
    for (int p = 0; p < logLr.length; p++) {
      Partition partition = all.get(p);
      Arrays.fill(mask, 0);
      for (int i = 0; i < n; i++) {
        mask[partition.label(i)] |= 1 << i;
      }
      for (int s = 0; s < partition.sets(); s++) {
        logLr[p] += ofSubset[mask[s]];
      }
      logPrior[p] = prior.logProbability(partition);
    }
    return new PartitionPosterior(all, logLr, logPrior);
  }

  /** {@link #againstFinest} of every subset, by bit mask. */
  private double[] subsets() {
    int n = recordings.size();
    double[] score = new double[1 << n];
    List<E> pool = new ArrayList<>();
    pool.add(null);
    for (int mask = 1; mask < score.length; mask++) {
      // Subset = the subset without its last recording, and that recording.
      int last = 31 - Integer.numberOfLeadingZeros(mask);
      int rest = mask & ~(1 << last);
      E next = recordings.get(last);
      if (rest == 0) {
        pool.add(next);
      } else {
        score[mask] = score[rest] + pool.get(rest).llr(next);
        pool.add(pool.get(rest).pool(next));
      }
    }
    return score;
  }

  private void checkSize(Partition p) {
    if (p.size() != recordings.size()) {
      throw new IllegalArgumentException(
          "a partition of " + p.size() + " recordings for " + recordings.size());
    }
  }
}
