package dev.gme.core.cluster;

import dev.gme.core.embedding.CanonicalAlgebra;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.parallel.Workers;
import dev.gme.core.partition.Partition;
import java.util.Arrays;

/**
 * Sets that single recordings leave and join, and the weights of the places that a recording may
 * take (docs/math.md 9.4). Places are ordered by the smallest member of their set.
 */
final class Places {
  /** A set of at most so many is summed up afresh when one leaves: cheap, and without rounding. */
  private static final int SMALL = 8;

  private static final long WORTH_THREADS = 50_000;
  private static final int CHUNK = 64;

  private final int n;
  private final int d;
  private final double[] lambda;
  private final double[] a;
  private final double[] b;
  private final ClusterPrior prior;

  /** The slot of each recording; −1 for one that is nowhere. */
  private final int[] slot;

  private double[] poolA;
  private double[] poolB;
  private int[] size;
  private int[] smallest;

  /**
   * The members of every set as a list: the first by slot, the one after and before by recording.
   */
  private int[] head;

  private final int[] after;
  private final int[] before;

  /** The slots in use, by the smallest member of their set; then the free ones. */
  private int[] order;

  private int sets;

  Places(MetaEmbeddings embeddings, ClusterPrior prior) {
    n = embeddings.size();
    d = embeddings.dimension();
    lambda = embeddings.lambda();
    a = embeddings.a().array();
    b = embeddings.b();
    this.prior = prior;
    slot = new int[n];
    Arrays.fill(slot, -1);
    after = new int[n];
    before = new int[n];
    grow(4);
  }

  private void grow(int slots) {
    poolA = poolA == null ? new double[slots * d] : Arrays.copyOf(poolA, slots * d);
    poolB = poolB == null ? new double[slots] : Arrays.copyOf(poolB, slots);
    size = size == null ? new int[slots] : Arrays.copyOf(size, slots);
    smallest = smallest == null ? new int[slots] : Arrays.copyOf(smallest, slots);
    head = head == null ? new int[slots] : Arrays.copyOf(head, slots);
    int from = order == null ? 0 : order.length;
    order = order == null ? new int[slots] : Arrays.copyOf(order, slots);
    for (int s = from; s < slots; s++) {
      order[s] = s;
      head[s] = -1;
    }
  }

  /** Starts from a partition, with fresh sums. */
  void put(Partition partition) {
    if (partition.size() != n) {
      throw new IllegalArgumentException(
          "a partition of " + partition.size() + " recordings for " + n);
    }
    sets = partition.sets();
    if (sets >= size.length) {
      grow(sets + 1);
    }
    Arrays.fill(size, 0);
    Arrays.fill(poolA, 0);
    Arrays.fill(poolB, 0);
    Arrays.fill(head, -1);
    for (int s = 0; s < order.length; s++) {
      order[s] = s;
    }
    for (int i = 0; i < n; i++) {
      int s = partition.label(i);
      if (size[s] == 0) {
        smallest[s] = i;
      }
      enter(i, s);
    }
  }

  private void enter(int i, int s) {
    slot[i] = s;
    before[i] = -1;
    after[i] = head[s];
    if (head[s] >= 0) {
      before[head[s]] = i;
    }
    head[s] = i;
    size[s]++;
    add(i, s);
  }

  private void leave(int i, int s) {
    if (before[i] >= 0) {
      after[before[i]] = after[i];
    } else {
      head[s] = after[i];
    }
    if (after[i] >= 0) {
      before[after[i]] = before[i];
    }
    slot[i] = -1;
    size[s]--;
  }

  private void add(int i, int s) {
    poolB[s] += b[i];
    for (int k = 0; k < d; k++) {
      poolA[s * d + k] += a[i * d + k];
    }
  }

  /** How many sets there are. */
  int sets() {
    return sets;
  }

  /** The place of the set of a recording. */
  int placeOf(int i) {
    return place(slot[i]);
  }

  private int place(int s) {
    int lo = 0;
    int hi = sets;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (smallest[order[mid]] < smallest[s]) {
        lo = mid + 1;
      } else {
        hi = mid;
      }
    }
    return lo;
  }

  /** The smallest recording of the set at a place. */
  int first(int place) {
    return smallest[order[place]];
  }

  Partition partition() {
    return Partition.of(slot);
  }

  /**
   * Takes recording i out.
   *
   * @return where it would be put back: the place of what is left of its set, or where a set of its
   *     own stood, as −1
   */
  int takeOut(int i) {
    int s = slot[i];
    int at = place(s);
    leave(i, s);
    if (size[s] == 0) {
      sets--;
      System.arraycopy(order, at + 1, order, at, sets - at);
      order[sets] = s;
      return -1;
    }
    if (size[s] <= SMALL || b[i] > 0.5 * poolB[s]) {
      // Subtracting would lose digits where i is most of the pool.
      sumAfresh(s);
    } else {
      poolB[s] -= b[i];
      for (int k = 0; k < d; k++) {
        poolA[s * d + k] -= a[i * d + k];
      }
    }
    if (smallest[s] == i) {
      int next = n;
      for (int m = head[s]; m >= 0; m = after[m]) {
        next = Math.min(next, m);
      }
      smallest[s] = next;
      int to = at;
      while (to + 1 < sets && smallest[order[to + 1]] < next) {
        order[to] = order[to + 1];
        to++;
      }
      order[to] = s;
      return to;
    }
    return at;
  }

  private void sumAfresh(int s) {
    poolB[s] = 0;
    Arrays.fill(poolA, s * d, (s + 1) * d, 0);
    for (int m = head[s]; m >= 0; m = after[m]) {
      add(m, s);
    }
  }

  /** Puts recording i, which is out, into the set at a place, or into a new one. */
  void put(int i, int place) {
    int s;
    int at = place;
    if (place == sets) {
      if (sets >= size.length - 1) {
        grow(2 * size.length);
      }
      s = order[sets];
      poolB[s] = 0;
      Arrays.fill(poolA, s * d, (s + 1) * d, 0);
      smallest[s] = i;
      at = sets++;
      order[at] = s;
    } else {
      s = order[place];
      smallest[s] = Math.min(smallest[s], i);
    }
    while (at > 0 && smallest[order[at - 1]] > smallest[s]) {
      order[at] = order[at - 1];
      at--;
    }
    order[at] = s;
    enter(i, s);
  }

  /** The log-weights of all places of recording i, which is out; that of a new set last. */
  double[] weights(int i) {
    double[] v = new double[sets + 1];
    if ((long) sets * d < WORTH_THREADS) {
      weights(i, v, 0, sets);
    } else {
      Workers.forEach(
          (sets + CHUNK - 1) / CHUNK,
          c -> weights(i, v, c * CHUNK, Math.min(sets, (c + 1) * CHUNK)));
    }
    v[sets] = prior.newPlace(sets);
    return v;
  }

  private void weights(int i, double[] v, int from, int to) {
    for (int p = from; p < to; p++) {
      v[p] = weight(i, p);
    }
  }

  /** The log-weight of one place of recording i, which is out. */
  double weight(int i, int place) {
    if (place == sets) {
      return prior.newPlace(sets);
    }
    int s = order[place];
    return prior.place(size[s])
        + CanonicalAlgebra.llr(lambda, poolA, s * d, poolB[s], a, i * d, b[i]);
  }

  /** log Σ e^v. */
  static double logSumExp(double[] v) {
    double max = Double.NEGATIVE_INFINITY;
    for (double x : v) {
      max = Math.max(max, x);
    }
    double sum = 0;
    for (double x : v) {
      sum += Math.exp(x - max);
    }
    return max + Math.log(sum);
  }
}
