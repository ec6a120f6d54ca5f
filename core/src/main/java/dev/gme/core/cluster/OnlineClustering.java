package dev.gme.core.cluster;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;

/**
 * Clustering of recordings in the order in which they come: each takes the best place among the
 * sets of the earlier ones (docs/math.md 9.4).
 *
 * <pre>{@code
 * OnlineClustering found = OnlineClustering.run(embeddings, prior, 0.9, Progress.NONE);
 * }</pre>
 */
public final class OnlineClustering {
  private final Partition partition;
  private final double[] logPosterior;

  private OnlineClustering(Partition partition, double[] logPosterior) {
    this.partition = partition;
    this.logPosterior = logPosterior;
  }

  /**
   * Takes one recording after the other.
   *
   * @param update a recording becomes part of its set's pool only if the posterior of its place
   *     exceeds this, so that doubtful ones do not spoil a set; 0 for all. A new set always gets
   *     its first recording
   */
  public static OnlineClustering run(
      MetaEmbeddings embeddings, ClusterPrior prior, double update, Progress progress) {
    int n = embeddings.size();
    Places places = new Places(embeddings, prior);
    int[] label = new int[n];
    double[] logPosterior = new double[n];
    double limit = Math.log(update);
    // Sets come into being in order of their first recording and never vanish, so the place of a
    // set
    // stays its label.
    for (int i = 0; i < n; i++) {
      double[] v = places.weights(i);
      int best = 0;
      for (int p = 1; p < v.length; p++) {
        best = v[p] > v[best] ? p : best;
      }
      label[i] = best;
      logPosterior[i] = v[best] - Places.logSumExp(v);
      if (best == places.sets() || logPosterior[i] > limit) {
        places.put(i, best);
      }
      if (i % 100 == 99) {
        progress.step("clustering one by one", i + 1L, n);
      }
    }
    return new OnlineClustering(Partition.of(label), logPosterior);
  }

  /** The places taken. */
  public Partition partition() {
    return partition;
  }

  /** The log-probability of each recording's place when it was taken; a copy. */
  public double[] logPosterior() {
    return logPosterior.clone();
  }
}
