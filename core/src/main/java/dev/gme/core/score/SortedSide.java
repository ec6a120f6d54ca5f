package dev.gme.core.score;

import dev.gme.core.embedding.MetaEmbeddings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One side of a score matrix, made ready for tiles: recordings in ascending order of b, components
 * in descending order of λ, floats for the factors and doubles for what must not round.
 */
final class SortedSide {
  /** How many of a tile's b's stand for all of them where tiles are planned. */
  private static final int SAMPLES = 8;

  /**
   * The widest range of log(½ + λb) within a tile: its ends are then at |u| ≤ 0.4 in the expansion,
   * and a rank gains a factor of six or more.
   */
  private static final double MAX_SPREAD = 1.6;

  final int n;
  final int d;

  /** The caller's number of the recording at each place. */
  final int[] order;

  /** The place of each recording by the caller's number. */
  final int[] place;

  /** The caller's number of each component. */
  final int[] component;

  final double[] lambda;
  final double[] b;
  final double[] a;
  final float[] lambda32;
  final float[] b32;
  final float[] a32;

  /** Where each tile begins, and n at the end. */
  final int[] start;

  /** Root mean square of a_k in each tile. */
  private final double[][] rms;

  SortedSide(MetaEmbeddings e, int rowsPerTile) {
    n = e.size();
    d = e.dimension();
    double[] givenLambda = e.lambda();
    component = sorted(d, (i, j) -> Double.compare(givenLambda[j], givenLambda[i]));
    lambda = new double[d];
    lambda32 = new float[d];
    for (int k = 0; k < d; k++) {
      lambda[k] = givenLambda[component[k]];
      lambda32[k] = (float) lambda[k];
    }
    double[] givenB = e.b();
    order = sorted(n, (i, j) -> Double.compare(givenB[i], givenB[j]));
    place = new int[n];
    b = new double[n];
    b32 = new float[n];
    a = new double[n * d];
    a32 = new float[n * d];
    double[] givenA = e.a().array();
    for (int i = 0; i < n; i++) {
      place[order[i]] = i;
      b[i] = givenB[order[i]];
      b32[i] = (float) b[i];
      for (int k = 0; k < d; k++) {
        a[i * d + k] = givenA[order[i] * d + component[k]];
        a32[i * d + k] = (float) a[i * d + k];
      }
    }
    start = cut(rowsPerTile);
    rms = new double[tiles()][d];
    for (int t = 0; t < tiles(); t++) {
      for (int i = start[t]; i < start[t + 1]; i++) {
        for (int k = 0; k < d; k++) {
          rms[t][k] += a[i * d + k] * a[i * d + k];
        }
      }
      for (int k = 0; k < d; k++) {
        rms[t][k] = Math.sqrt(rms[t][k] / rows(t));
      }
    }
  }

  /**
   * Where tiles begin: they have nearly equal numbers of rows, and where the precisions are spread
   * wide fewer, so that the expansion of a tile needs few ranks.
   */
  private int[] cut(int rowsPerTile) {
    List<Integer> starts = new ArrayList<>();
    for (int i = 0; i < n; ) {
      starts.add(i);
      // What is left, shared out evenly.
      int tilesLeft = (n - i + rowsPerTile - 1) / rowsPerTile;
      int end = i + (n - i + tilesLeft - 1) / tilesLeft;
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

  private static int[] sorted(int n, Comparator<Integer> by) {
    return IntStream.range(0, n).boxed().sorted(by).mapToInt(i -> i).toArray();
  }

  int tiles() {
    return start.length - 1;
  }

  int rows(int tile) {
    return start[tile + 1] - start[tile];
  }

  double lowest(int tile) {
    return b[start[tile]];
  }

  double highest(int tile) {
    return b[start[tile + 1] - 1];
  }

  double rms(int tile, int k) {
    return rms[tile][k];
  }

  /** Some b's of a tile, evenly spread over its places. */
  double[] samples(int tile) {
    int m = Math.min(SAMPLES, rows(tile));
    double[] out = new double[m];
    for (int s = 0; s < m; s++) {
      out[s] = b[start[tile] + (int) ((s + 0.5) * rows(tile) / m)];
    }
    return out;
  }

  /** The largest number of rows of a tile. */
  int maxRows() {
    int max = 0;
    for (int t = 0; t < tiles(); t++) {
      max = Math.max(max, rows(t));
    }
    return max;
  }

  @Override
  public String toString() {
    return n + " recordings in tiles " + Arrays.toString(start);
  }
}
