package dev.gme.core.score.tile;

import dev.gme.core.Internal;
import dev.gme.core.embedding.MetaEmbeddings;
import java.util.ArrayList;
import java.util.List;

/**
 * The order in which tiles take recordings and components: recordings by ascending b, components by
 * descending λ.
 */
@Internal
public final class PrecisionOrder {
  /**
   * The widest range of log(½ + λb) within a tile: its ends are then at |u| ≤ 0.4 in the expansion,
   * and a rank gains a factor of six or more.
   */
  private static final double MAX_SPREAD = 1.6;

  /** The widest panel of {@link dev.gme.core.score.tile.TileProduct}. */
  private static final int PANEL = 32;

  /** Rows of tiles come in multiples of this, which no product has to fill up. */
  private static final int ROWS = 16;

  /** Bits of a digit of the sort. */
  private static final int DIGIT = 11;

  final MetaEmbeddings embeddings;
  final int n;
  final int d;

  /** The caller's number of the recording at each place. */
  public final int[] order;

  /** The place of each recording by the caller's number. */
  final int[] place;

  /** The caller's number of each component. */
  final int[] component;

  /** Whether the components came in this order, as those of a model do. */
  private final boolean inOrder;

  /** The λ of all components, in descending order. */
  final double[] lambda;

  final ComponentGroups groups;

  /** The precisions of all recordings, in ascending order. */
  final double[] b;

  public PrecisionOrder(MetaEmbeddings e) {
    embeddings = e;
    n = e.size();
    d = e.dimension();
    double[] givenLambda = e.lambda();
    double[] descending = new double[d];
    for (int k = 0; k < d; k++) {
      descending[k] = -givenLambda[k];
    }
    component = sorted(descending);
    lambda = new double[d];
    boolean same = true;
    for (int k = 0; k < d; k++) {
      lambda[k] = givenLambda[component[k]];
      same &= component[k] == k;
    }
    inOrder = same;
    groups = new ComponentGroups(lambda);
    double[] givenB = e.b();
    order = sorted(givenB);
    place = new int[n];
    b = new double[n];
    for (int i = 0; i < n; i++) {
      place[order[i]] = i;
      b[i] = givenB[order[i]];
    }
  }

  /**
   * Indices in ascending order of the values; equal values stay in their order. A radix sort: it
   * carries the indices along and takes a tenth of the time of comparing.
   */
  private static int[] sorted(double[] values) {
    int n = values.length;
    long[] keys = new long[n];
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      long bits = Double.doubleToLongBits(values[i] + 0.0);
      // In the order of the numbers, as unsigned integers.
      keys[i] = bits < 0 ? ~bits : bits | Long.MIN_VALUE;
      order[i] = i;
    }
    long[] otherKeys = new long[n];
    int[] otherOrder = new int[n];
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT) {
      int[] next = new int[(1 << DIGIT) + 1];
      for (long key : keys) {
        next[digit(key, shift) + 1]++;
      }
      if (next[digit(n == 0 ? 0 : keys[0], shift) + 1] == n) {
        continue; // all the same
      }
      for (int k = 0; k < 1 << DIGIT; k++) {
        next[k + 1] += next[k];
      }
      for (int i = 0; i < n; i++) {
        int to = next[digit(keys[i], shift)]++;
        otherKeys[to] = keys[i];
        otherOrder[to] = order[i];
      }
      long[] k = keys;
      keys = otherKeys;
      otherKeys = k;
      int[] o = order;
      order = otherOrder;
      otherOrder = o;
    }
    return order;
  }

  private static int digit(long key, int shift) {
    return (int) (key >>> shift) & ((1 << DIGIT) - 1);
  }

  /**
   * Where tiles of columns begin, and n at the end: they have nearly equal numbers of recordings,
   * in whole panels, and where the precisions are spread wide fewer, so that the expansion of a
   * tile needs few ranks.
   */
  int[] cutColumns(int perTile) {
    return cut((n + perTile - 1) / perTile, PANEL);
  }

  /**
   * The same for rows of tiles, which are what threads share out: their number is one that two,
   * four or eight threads can divide.
   */
  int[] cutRows(int perTile) {
    int count = (n + perTile - 1) / perTile;
    int even = count < 8 ? Integer.highestOneBit(Math.max(1, 2 * count - 1)) : (count + 7) / 8 * 8;
    return cut(even, ROWS);
  }

  private int[] cut(int count, int unit) {
    List<Integer> starts = new ArrayList<>();
    for (int i = 0; i < n; ) {
      starts.add(i);
      // What is left, shared out evenly; more tiles than wanted come of wide spreads alone.
      int tilesLeft = Math.max(1, count - starts.size() + 1);
      int share = (n - i + tilesLeft - 1) / tilesLeft;
      share = Math.min(share, (n + count - 1) / count);
      int end = Math.min(n, i + (share + unit - 1) / unit * unit);
      double limit = Math.exp(MAX_SPREAD) * (0.5 + lambda[0] * b[i]);
      int next = i + 1;
      while (next < end && 0.5 + lambda[0] * b[next] <= limit) {
        next++;
      }
      i = next;
    }
    starts.add(n);
    return starts.stream().mapToInt(i -> i).toArray();
  }

  /** a of some places, row by row, components in this order. */
  double[] rows(int first, int count) {
    double[] given = embeddings.a().array();
    double[] out = new double[count * d];
    for (int i = 0; i < count; i++) {
      int from = order[first + i] * d;
      if (inOrder) {
        System.arraycopy(given, from, out, i * d, d);
      } else {
        for (int k = 0; k < d; k++) {
          out[i * d + k] = given[from + component[k]];
        }
      }
    }
    return out;
  }
}
