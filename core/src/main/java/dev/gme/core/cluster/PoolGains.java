package dev.gme.core.cluster;

import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * The gains of joining pools, without the part that all pairs share (docs/math.md 9.1). They are
 * kept in a triangle, or computed again whenever they are asked for, where that would be too large;
 * the results are the same.
 */
final class PoolGains implements Similarities {
  /** Sets that a thread takes in one go. */
  private static final int CHUNK = 64;

  private static final long WORTH_THREADS = 50_000;

  private final Pools pools;
  private final Links links;
  private final ClusterPrior.Sizes sizes;

  /** Gain of i and j &gt; i at [i][j−i−1]; null where nothing is kept. */
  private final double[][] triangle;

  /** The gains of the set that was joined last. */
  private final double[] ofLast;

  private int last = -1;

  PoolGains(StartingSets start, ClusterPrior prior, boolean keeps) {
    pools = start.pools();
    links = start.links();
    int n = start.size();
    sizes = prior.sizes(n);
    ofLast = new double[n];
    triangle = keeps ? new double[n][] : null;
    if (keeps) {
      Workers.forEach(n, this::fillRow);
    }
  }

  private void fillRow(int i) {
    if (pools.size[i] > 0) {
      double[] row = new double[pools.size.length - 1 - i];
      for (int j = i + 1; j < pools.size.length; j++) {
        row[j - i - 1] = pools.size[j] > 0 ? gain(i, j) : Double.NEGATIVE_INFINITY;
      }
      triangle[i] = row;
    }
  }

  private double gain(int i, int j) {
    return links.areApart(i, j)
        ? Double.NEGATIVE_INFINITY
        : pools.llr(i, j) + sizes.join(pools.size[i], pools.size[j]);
  }

  @Override
  public double of(int i, int j) {
    if (triangle != null) {
      return triangle[i][j - i - 1];
    }
    return i == last ? ofLast[j] : j == last ? ofLast[i] : gain(i, j);
  }

  @Override
  public void join(int i, int j, int[] others, int count) {
    pools.join(i, j);
    links.join(i, j);
    last = i;
    if ((long) count * pools.d < WORTH_THREADS) {
      update(i, others, 0, count);
    } else {
      Workers.forEach(
          (count + CHUNK - 1) / CHUNK,
          c -> update(i, others, c * CHUNK, Math.min(count, (c + 1) * CHUNK)));
    }
    if (triangle != null) {
      triangle[j] = null;
    }
  }

  private void update(int i, int[] others, int from, int to) {
    for (int s = from; s < to; s++) {
      int c = others[s];
      if (c != i) {
        double g = c < i ? gain(c, i) : gain(i, c);
        ofLast[c] = g;
        if (triangle != null) {
          triangle[Math.min(c, i)][Math.abs(c - i) - 1] = g;
        }
      }
    }
  }

  @Override
  public int cost() {
    return triangle != null ? 1 : pools.d;
  }

  /** The sets that there are at the start, ascending. */
  int[] sets() {
    int[] all = new int[pools.size.length];
    int n = 0;
    for (int i = 0; i < all.length; i++) {
      if (pools.size[i] > 0) {
        all[n++] = i;
      }
    }
    return Arrays.copyOf(all, n);
  }
}
