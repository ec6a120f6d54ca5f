package dev.gme.core.cluster;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;

/**
 * How sure the place of each recording is, given the places of all others (docs/math.md 9.4).
 *
 * <pre>{@code
 * PlacePosterior places = PlacePosterior.of(embeddings, prior, found, Progress.NONE);
 * boolean isDoubtful = places.probability(3) < 0.9;
 * }</pre>
 */
public final class PlacePosterior {
  private final double[] probability;
  private final int[] rival;
  private final double[] rivalProbability;

  private PlacePosterior(int n) {
    probability = new double[n];
    rival = new int[n];
    rivalProbability = new double[n];
  }

  /** Looks at all sets for every recording. */
  public static PlacePosterior of(
      MetaEmbeddings embeddings, ClusterPrior prior, Partition partition, Progress progress) {
    int n = embeddings.size();
    PlacePosterior out = new PlacePosterior(n);
    Places places = new Places(embeddings, prior);
    places.put(partition);
    for (int i = 0; i < n; i++) {
      int own = places.takeOut(i);
      double[] v = places.weights(i);
      int home = own < 0 ? v.length - 1 : own;
      int best = -1;
      for (int p = 0; p < v.length; p++) {
        best = p != home && (best < 0 || v[p] > v[best]) ? p : best;
      }
      double total = Places.logSumExp(v);
      out.probability[i] = Math.exp(v[home] - total);
      out.rivalProbability[i] = best < 0 ? 0 : Math.exp(v[best] - total);
      out.rival[i] = best < 0 || best == v.length - 1 ? -1 : partition.label(places.first(best));
      places.put(i, home);
      if (i % 100 == 99) {
        progress.step("posteriors of places", i + 1L, n);
      }
    }
    return out;
  }

  /** The probability of the place that recording i has. */
  public double probability(int i) {
    return probability[i];
  }

  /** The set where recording i would be next; −1 for a set of its own. */
  public int rival(int i) {
    return rival[i];
  }

  /** The probability of that place. */
  public double rivalProbability(int i) {
    return rivalProbability[i];
  }
}
