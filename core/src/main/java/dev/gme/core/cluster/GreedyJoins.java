package dev.gme.core.cluster;

import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * Joins the most similar pair of sets again and again (docs/math.md 9.2): for every set i the best
 * partner j &gt; i is kept. Among equal pairs the smaller first index wins, then the smaller
 * second; the joined set keeps the smaller index.
 *
 * <p>A nearest-neighbour chain would need a similarity that never rises above both old ones when
 * sets are joined, which gains of pools do not promise; and it settles ties in another order.
 */
final class GreedyJoins {
  /** Below this many multiplications threads are not worth their start. */
  private static final long WORTH_THREADS = 100_000;

  private final Similarities similarity;
  private final int[] alive;
  private int count;
  private final int[] partner;
  private final double[] best;
  private final int[] stale;

  /**
   * Looks at all pairs.
   *
   * @param sets their indices, ascending, all below {@code n}
   */
  GreedyJoins(Similarities similarity, int[] sets, int n) {
    this.similarity = similarity;
    alive = sets.clone();
    count = sets.length;
    partner = new int[n];
    best = new double[n];
    stale = new int[count];
    System.arraycopy(alive, 0, stale, 0, count);
    refresh(count);
  }

  /** How many sets there are. */
  int sets() {
    return count;
  }

  /** The set with the best partner, which is the smaller index of the pair; −1 if none has one. */
  int next() {
    int first = -1;
    for (int s = 0; s < count; s++) {
      int i = alive[s];
      if (partner[i] >= 0 && (first < 0 || best[i] > best[first])) {
        first = i;
      }
    }
    return first;
  }

  int partner(int i) {
    return partner[i];
  }

  double similarity(int i) {
    return best[i];
  }

  /** Joins set i with its best partner. */
  void join(int i) {
    int j = partner[i];
    int at = Arrays.binarySearch(alive, 0, count, j);
    System.arraycopy(alive, at + 1, alive, at, count - at - 1);
    count--;
    similarity.join(i, j, alive, count);
    int n = 0;
    for (int s = 0; s < count && alive[s] < j; s++) {
      int r = alive[s];
      if (r == i || partner[r] == i || partner[r] == j) {
        stale[n++] = r;
      } else if (r < i) {
        double g = similarity.of(r, i);
        if (g > best[r] || (g == best[r] && i < partner[r])) {
          best[r] = g;
          partner[r] = i;
        }
      }
    }
    refresh(n);
  }

  private void refresh(int rows) {
    if ((long) rows * count * similarity.cost() < WORTH_THREADS) {
      for (int r = 0; r < rows; r++) {
        refreshRow(stale[r]);
      }
    } else {
      Workers.forEach(rows, r -> refreshRow(stale[r]));
    }
  }

  private void refreshRow(int i) {
    int to = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int s = Arrays.binarySearch(alive, 0, count, i) + 1; s < count; s++) {
      double g = similarity.of(i, alive[s]);
      if (g > most) {
        most = g;
        to = alive[s];
      }
    }
    partner[i] = to;
    best[i] = most;
  }
}
