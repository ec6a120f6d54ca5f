package dev.gme.core.cluster;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.NearestPartners;
import dev.gme.core.score.ScoreTransform;
import dev.gme.core.score.sink.PairSet;
import dev.gme.core.score.sink.ScoreTile;
import dev.gme.core.score.sink.TopScores;
import java.util.Arrays;
import java.util.Optional;

/**
 * For each of some sets the others that it would gain most by joining (docs/math.md 9.5). Up to
 * some number they are found exactly in double, beyond it by tiles.
 */
final class NearestSets {
  /** So many sets or fewer are scored exactly: that takes about a second at d = 200. */
  static final int EXACT = 1500;

  private NearestSets() {}

  /**
   * The nearest k of every set, nearest first; equal ones by their index.
   *
   * @param size recordings of each set
   * @param apart sets that must not come together, and each set with itself
   */
  static int[][] of(
      MetaEmbeddings pools,
      int[] size,
      ClusterPrior.Sizes sizes,
      int k,
      PairSet apart,
      Progress progress) {
    int m = pools.size();
    int most = Math.min(k, m - 1);
    if (most < 1) {
      return new int[m][0];
    }
    return m <= EXACT
        ? exactly(pools, size, sizes, most, apart, progress)
        : byTiles(pools, size, sizes, most, apart, progress);
  }

  private static int[][] exactly(
      MetaEmbeddings pools,
      int[] size,
      ClusterPrior.Sizes sizes,
      int k,
      PairSet apart,
      Progress progress) {
    int m = pools.size();
    progress.step("scoring", 0, (long) m * m);
    int[][] out = new int[m][];
    Workers.forEach(
        m,
        i -> {
          double[] gain = new double[m];
          for (int j = 0; j < m; j++) {
            gain[j] =
                apart.contains(i, j)
                    ? Double.NEGATIVE_INFINITY
                    : pools.llr(Math.min(i, j), pools, Math.max(i, j))
                        + sizes.join(size[i], size[j]);
          }
          out[i] = largest(gain, k);
        });
    progress.step("scoring", (long) m * m, (long) m * m);
    return out;
  }

  /** The indices of the k largest that are finite, largest first, equal ones in order. */
  private static int[] largest(double[] gain, int k) {
    int[] out = new int[k];
    int n = 0;
    for (int j = 0; j < gain.length; j++) {
      if (gain[j] == Double.NEGATIVE_INFINITY || (n == k && gain[j] <= gain[out[k - 1]])) {
        continue;
      }
      int at = n < k ? n++ : k - 1;
      while (at > 0 && gain[out[at - 1]] < gain[j]) {
        out[at] = out[at - 1];
        at--;
      }
      out[at] = j;
    }
    return n == k ? out : Arrays.copyOf(out, n);
  }

  private static int[][] byTiles(
      MetaEmbeddings pools,
      int[] size,
      ClusterPrior.Sizes sizes,
      int k,
      PairSet apart,
      Progress progress) {
    int m = pools.size();
    boolean alike = Arrays.stream(size).allMatch(s -> s == size[0]);
    // Where all sets are as large, the prior makes no difference to the order.
    Optional<ScoreTransform> transform =
        alike ? Optional.empty() : Optional.of(new WithSizes(size, sizes));
    TopScores top = NearestPartners.of(pools, k, apart, transform, progress);
    int[][] out = new int[m][];
    for (int i = 0; i < m; i++) {
      out[i] = new int[top.size(i)];
      for (int r = 0; r < out[i].length; r++) {
        out[i][r] = top.partner(i, r);
      }
    }
    return out;
  }

  /** Adds what the prior says of the sizes of two sets. */
  private static final class WithSizes implements ScoreTransform {
    private final int[] size;
    private final ClusterPrior.Sizes sizes;

    WithSizes(int[] size, ClusterPrior.Sizes sizes) {
      this.size = size;
      this.sizes = sizes;
    }

    @Override
    public double apply(int enrol, int test, double score) {
      return score + sizes.join(size[enrol], size[test]);
    }

    @Override
    public void apply(ScoreTile tile) {
      float[] scores = tile.scores();
      int cols = tile.cols();
      int[] ofCol = new int[cols];
      for (int j = 0; j < cols; j++) {
        ofCol[j] = size[tile.col(j)];
      }
      for (int i = 0; i < tile.rows(); i++) {
        int of = size[tile.row(i)];
        for (int j = 0; j < cols; j++) {
          scores[i * cols + j] += (float) sizes.join(of, ofCol[j]);
        }
      }
    }

    @Override
    public String describe(String scores) {
      return "gains of joins";
    }
  }
}
