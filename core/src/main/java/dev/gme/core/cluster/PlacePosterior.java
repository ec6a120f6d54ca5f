package dev.gme.core.cluster;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.TopPerEnrolmentSink;
import dev.gme.core.score.sink.TopScores;
import java.util.Arrays;

/**
 * How sure the place of each recording is, given the places of all others (docs/math.md 9.4).
 *
 * <pre>{@code
 * PlacePosterior places = PlacePosterior.of(embeddings, prior, found, Progress.NONE);
 * boolean isDoubtful = places.probability(3) < 0.9;
 * }</pre>
 */
public final class PlacePosterior {
  /** More recordings times sets than so many are not all looked at: a second or two at d = 200. */
  private static final long MOST = 3_000_000;

  /** Where not all are looked at, so many of the nearest are. */
  private static final int NEAREST = 16;

  private final double[] probability;
  private final int[] rival;
  private final double[] rivalProbability;

  private PlacePosterior(int n) {
    probability = new double[n];
    rival = new int[n];
    rivalProbability = new double[n];
  }

  /**
   * Looks at all sets for every recording or, in large clusterings, at the sets whose pools have
   * the 16 largest log-likelihood ratios with it; the others have no weight to speak of.
   */
  public static PlacePosterior of(
      MetaEmbeddings embeddings, ClusterPrior prior, Partition partition, Progress progress) {
    int n = embeddings.size();
    PlacePosterior out = new PlacePosterior(n);
    Places places = new Places(embeddings, prior);
    places.put(partition);
    int[] first = new int[partition.sets()];
    for (int i = n - 1; i >= 0; i--) {
      first[partition.label(i)] = i;
    }
    boolean all = (long) n * partition.sets() <= MOST;
    TopScores top = all ? null : nearest(embeddings, partition, progress);
    for (int i = 0; i < n; i++) {
      int own = places.takeOut(i);
      int home = own < 0 ? places.sets() : own;
      int[] others = all ? everywhere(places.sets()) : places(places, partition, first, top, i);
      out.look(i, places, home, others, partition);
      places.put(i, home);
      if (i % 100 == 99) {
        progress.step("posteriors of places", i + 1L, n);
      }
    }
    return out;
  }

  private void look(int i, Places places, int home, int[] others, Partition partition) {
    double[] v = new double[others.length + 2];
    v[0] = places.weight(i, home);
    v[1] = home == places.sets() ? Double.NEGATIVE_INFINITY : places.weight(i, places.sets());
    int best = 1;
    for (int o = 0; o < others.length; o++) {
      v[o + 2] = others[o] == home ? Double.NEGATIVE_INFINITY : places.weight(i, others[o]);
      best = v[o + 2] > v[best] ? o + 2 : best;
    }
    double total = Places.logSumExp(v);
    probability[i] = Math.exp(v[0] - total);
    rivalProbability[i] = Math.exp(v[best] - total);
    rival[i] = best == 1 ? -1 : partition.label(places.first(others[best - 2]));
  }

  private static int[] everywhere(int sets) {
    int[] out = new int[sets];
    Arrays.setAll(out, p -> p);
    return out;
  }

  private static TopScores nearest(
      MetaEmbeddings embeddings, Partition partition, Progress progress) {
    int[][] members =
        partition.members().stream()
            .map(set -> set.stream().mapToInt(i -> i).toArray())
            .toArray(int[][]::new);
    TopPerEnrolmentSink sink =
        new TopPerEnrolmentSink(embeddings.size(), Math.min(NEAREST, partition.sets()));
    ScoreKind.llr().scorer(embeddings, embeddings.pool(members)).all(sink, progress);
    return sink.top();
  }

  /** Where the nearest sets of recording i stand, which is out. */
  private static int[] places(
      Places places, Partition partition, int[] first, TopScores top, int i) {
    int[] out = new int[top.size(i)];
    int count = 0;
    for (int r = 0; r < out.length; r++) {
      int set = top.partner(i, r);
      if (set != partition.label(i)) {
        out[count++] = places.placeOf(first[set]);
      }
    }
    return Arrays.copyOf(out, count);
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
