package dev.gme.core.cluster;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SpecialFunctions;
import dev.gme.core.partition.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The cross-entropy of log-likelihood ratios at scale s as answers to "one speaker or two"
 * (docs/math.md 9.1): of pairs of recordings, and of pairs of pools, which are the two halves of
 * every speaker. Both kinds count the same, and in each of them pairs of one speaker as much as
 * pairs of two. A threshold of their own takes care of what the prior would.
 */
final class PoolCrossEntropy {
  private static final double LOWEST = Math.log(0.02);
  private static final double HIGHEST = Math.log(2);

  private final List<Side> pairs = new ArrayList<>();
  private final List<Side> pools = new ArrayList<>();

  /** Embeddings of which all pairs are looked at. */
  private static final class Side {
    final MetaEmbeddings embeddings;
    final int[] speaker;

    Side(MetaEmbeddings embeddings, int[] speaker) {
      this.embeddings = embeddings;
      this.speaker = speaker;
    }
  }

  PoolCrossEntropy(List<ScaleTraining.Example> examples) {
    for (ScaleTraining.Example e : examples) {
      pairs.add(new Side(e.embeddings(), e.speakers().labels()));
      pools.add(halves(e.embeddings(), e.speakers()));
    }
  }

  private static Side halves(MetaEmbeddings embeddings, Partition speakers) {
    List<int[]> groups = new ArrayList<>();
    List<Integer> ofGroup = new ArrayList<>();
    for (List<Integer> all : speakers.members()) {
      int m = all.size();
      int[] even = new int[(m + 1) / 2];
      int[] odd = new int[m / 2];
      for (int i = 0; i < m; i++) {
        (i % 2 == 0 ? even : odd)[i / 2] = all.get(i);
      }
      for (int[] half : List.of(even, odd)) {
        if (half.length > 0) {
          groups.add(half);
          ofGroup.add(speakers.label(all.get(0)));
        }
      }
    }
    return new Side(
        embeddings.pool(groups.toArray(int[][]::new)), ofGroup.stream().mapToInt(s -> s).toArray());
  }

  /** In nats; log 2 is what scores of 0 give. */
  double at(double s) {
    return 0.5 * (kind(pairs, s) + kind(pools, s));
  }

  private static double kind(List<Side> sides, double s) {
    double[][] scores = {new double[0], new double[0]};
    for (Side side : sides) {
      MetaEmbeddings e = StartingSets.scaled(side.embeddings, s);
      DoubleMatrix llr = e.llr(e);
      int n = e.size();
      for (int same = 0; same < 2; same++) {
        double[] found = new double[n * (n - 1) / 2];
        int count = 0;
        for (int i = 0; i < n; i++) {
          for (int j = i + 1; j < n; j++) {
            if ((side.speaker[i] == side.speaker[j]) == (same == 1)) {
              found[count++] = llr.get(i, j);
            }
          }
        }
        int before = scores[same].length;
        scores[same] = Arrays.copyOf(scores[same], before + count);
        System.arraycopy(found, 0, scores[same], before, count);
      }
    }
    return atBestThreshold(scores[1], scores[0]);
  }

  private static double atBestThreshold(double[] targets, double[] others) {
    double lo = Double.POSITIVE_INFINITY;
    double hi = Double.NEGATIVE_INFINITY;
    for (double[] scores : List.of(targets, others)) {
      for (double x : scores) {
        lo = Math.min(lo, x);
        hi = Math.max(hi, x);
      }
    }
    // Convex in t: the slope rises from below 0 to above.
    for (int i = 0; i < 30 && hi - lo > 1e-3; i++) {
      double t = 0.5 * (lo + hi);
      double slope = 0;
      for (double x : targets) {
        slope += SpecialFunctions.sigmoid(t - x) / targets.length;
      }
      for (double x : others) {
        slope -= SpecialFunctions.sigmoid(x - t) / others.length;
      }
      if (slope < 0) {
        lo = t;
      } else {
        hi = t;
      }
    }
    double t = 0.5 * (lo + hi);
    double loss = 0;
    for (double x : targets) {
      loss += SpecialFunctions.softplus(t - x) / targets.length;
    }
    for (double x : others) {
      loss += SpecialFunctions.softplus(x - t) / others.length;
    }
    return 0.5 * loss;
  }

  /** The scale of least cross-entropy, to a few percent: by golden sections of its logarithm. */
  double bestScale() {
    double ratio = 0.5 * (Math.sqrt(5) - 1);
    double lo = LOWEST;
    double hi = HIGHEST;
    double x = hi - ratio * (hi - lo);
    double y = lo + ratio * (hi - lo);
    double atX = at(Math.exp(x));
    double atY = at(Math.exp(y));
    while (hi - lo > 0.05) {
      if (atX < atY) {
        hi = y;
        y = x;
        atY = atX;
        x = hi - ratio * (hi - lo);
        atX = at(Math.exp(x));
      } else {
        lo = x;
        x = y;
        atX = atY;
        y = lo + ratio * (hi - lo);
        atY = at(Math.exp(y));
      }
    }
    return Math.exp(0.5 * (lo + hi));
  }
}
