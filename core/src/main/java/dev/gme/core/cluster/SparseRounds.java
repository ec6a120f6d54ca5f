package dev.gme.core.cluster;

import dev.gme.core.Progress;
import dev.gme.core.parallel.Workers;
import dev.gme.core.partition.Partition;
import java.util.Arrays;

/** The rounds of a {@link SparseClustering}, one after the other. */
final class SparseRounds {
  private static final long WORTH_THREADS = 50_000;
  private static final int CHUNK = 64;
  private static final int[] NOBODY = {};

  private final StartingSets start;
  private final ClusterPrior prior;
  private final ClusterPrior.Sizes sizes;
  private final SetLimits limits;
  private final int neighbours;
  private final Progress progress;
  private final Pools pools;
  private final Links links;

  /** For each item the smallest item of its set. */
  private final int[] first;

  /** How often a set was joined in this round, so that old gains are known as such. */
  private final int[] stamp;

  /** The sets that each set may join in this round, ascending; both ways. */
  private final int[][] candidates;

  private int[] alive;
  private int sets;
  private int[][] nearest;

  SparseRounds(
      StartingSets start, ClusterPrior prior, SetLimits limits, int neighbours, Progress progress) {
    this.start = start;
    this.prior = prior;
    this.neighbours = neighbours;
    this.progress = progress;
    pools = start.pools();
    links = start.links();
    sizes = prior.sizes(start.size());
    first = start.first();
    stamp = new int[start.size()];
    candidates = new int[start.size()][];
    alive = living(start.size());
    sets = alive.length;
    this.limits = limits.within(sets);
  }

  private int[] living(int n) {
    int[] out = new int[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (pools.size[i] > 0) {
        out[count++] = i;
      }
    }
    return Arrays.copyOf(out, count);
  }

  int sets() {
    return sets;
  }

  /** For each item that started alone the first items of its nearest sets in the first round. */
  int[][] nearest() {
    return nearest;
  }

  Partition partition() {
    return Partition.of(roots());
  }

  private int[] roots() {
    // A set's first item points at itself until the set is joined to one before it.
    for (int i = 0; i < first.length; i++) {
      first[i] = first[first[i]];
    }
    return first;
  }

  /** Joins the sets that are left by the book, down to the upper limit and on to the lower one. */
  MergePath further() {
    return Agglomeration.run(start.joined(roots()), prior, limits, progress);
  }

  /** A round; returns what it gained. */
  double next() {
    int[] size = new int[alive.length];
    Arrays.setAll(size, s -> pools.size[alive[s]]);
    int[][] found =
        NearestSets.of(pools.select(alive), size, sizes, neighbours, links.among(alive), progress);
    listCandidates(found);
    if (nearest == null) {
      nearest = byItem(found);
    }
    JoinQueue queue = firstGains();
    double gained = 0;
    int before = sets;
    while (!queue.isEmpty() && sets > limits.min()) {
      if (!queue.topIsCurrent(stamp)) {
        queue.removeTop();
        continue;
      }
      double gain = queue.topGain() + prior.common(sets);
      if (!(gain > 0)) {
        break;
      }
      int i = queue.topFirst();
      int j = queue.topSecond();
      queue.removeTop();
      join(i, j, queue);
      gained += gain;
      if ((before - sets) % 1000 == 0) {
        progress.step("joining sets", before - sets, before);
      }
    }
    alive = living(first.length);
    for (int i : alive) {
      candidates[i] = null;
    }
    return gained;
  }

  /** Of items that are alone in their set; others have no list of their own. */
  private int[][] byItem(int[][] ofSets) {
    int[][] out = new int[first.length][];
    Arrays.fill(out, NOBODY);
    for (int s = 0; s < alive.length; s++) {
      if (pools.size[alive[s]] == 1) {
        out[alive[s]] = Arrays.stream(ofSets[s]).map(t -> alive[t]).toArray();
      }
    }
    return out;
  }

  private void listCandidates(int[][] nearest) {
    int[] count = new int[alive.length];
    for (int s = 0; s < alive.length; s++) {
      count[s] += nearest[s].length;
      for (int t : nearest[s]) {
        count[t]++;
      }
    }
    int[][] lists = new int[alive.length][];
    for (int s = 0; s < alive.length; s++) {
      lists[s] = new int[count[s]];
      count[s] = 0;
    }
    for (int s = 0; s < alive.length; s++) {
      for (int t : nearest[s]) {
        lists[s][count[s]++] = alive[t];
        lists[t][count[t]++] = alive[s];
      }
    }
    Workers.forEach(
        (alive.length + CHUNK - 1) / CHUNK,
        c -> {
          for (int s = c * CHUNK; s < Math.min(alive.length, (c + 1) * CHUNK); s++) {
            Arrays.sort(lists[s]);
            candidates[alive[s]] = distinct(lists[s]);
          }
        });
  }

  private static int[] distinct(int[] sorted) {
    int n = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[n++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, n);
  }

  private JoinQueue firstGains() {
    double[][] gain = new double[alive.length][];
    Workers.forEach(
        (alive.length + CHUNK - 1) / CHUNK,
        c -> {
          for (int s = c * CHUNK; s < Math.min(alive.length, (c + 1) * CHUNK); s++) {
            int i = alive[s];
            gain[s] = new double[candidates[i].length];
            for (int t = 0; t < gain[s].length; t++) {
              // Each pair once, by its smaller index.
              gain[s][t] = candidates[i][t] > i ? gain(i, candidates[i][t]) : 0;
            }
          }
        });
    JoinQueue queue = new JoinQueue();
    Arrays.fill(stamp, 0);
    for (int s = 0; s < alive.length; s++) {
      int i = alive[s];
      for (int t = 0; t < gain[s].length; t++) {
        if (candidates[i][t] > i) {
          offer(queue, i, candidates[i][t], gain[s][t]);
        }
      }
    }
    return queue;
  }

  /** The gain of two sets, i &lt; j, without what all pairs share. */
  private double gain(int i, int j) {
    return links.areApart(i, j)
        ? Double.NEGATIVE_INFINITY
        : pools.llr(i, j) + sizes.join(pools.size[i], pools.size[j]);
  }

  private void offer(JoinQueue queue, int i, int j, double gain) {
    // What can never gain need not wait in the queue.
    if (gain + prior.commonAtMost() > 0) {
      queue.add(gain, i, j, stamp[i], stamp[j]);
    }
  }

  private void join(int i, int j, JoinQueue queue) {
    pools.join(i, j);
    links.join(i, j);
    first[j] = i;
    stamp[i]++;
    // Whatever waits for j is old from now on.
    stamp[j] = -1;
    sets--;
    for (int c : candidates[j]) {
      if (c != i) {
        candidates[c] = replaced(candidates[c], j, i);
      }
    }
    int[] ofBoth = union(candidates[i], candidates[j], i, j);
    candidates[i] = ofBoth;
    candidates[j] = NOBODY;
    double[] gain = new double[ofBoth.length];
    if ((long) gain.length * pools.d < WORTH_THREADS) {
      gains(i, ofBoth, gain, 0, gain.length);
    } else {
      Workers.forEach(
          (gain.length + CHUNK - 1) / CHUNK,
          c -> gains(i, ofBoth, gain, c * CHUNK, Math.min(gain.length, (c + 1) * CHUNK)));
    }
    for (int t = 0; t < gain.length; t++) {
      int c = ofBoth[t];
      offer(queue, Math.min(i, c), Math.max(i, c), gain[t]);
    }
  }

  private void gains(int i, int[] with, double[] gain, int from, int to) {
    for (int t = from; t < to; t++) {
      gain[t] = gain(Math.min(i, with[t]), Math.max(i, with[t]));
    }
  }

  /** A list in which one set takes the place of another, if it is not there already. */
  private static int[] replaced(int[] list, int old, int by) {
    int at = Arrays.binarySearch(list, old);
    int to = Arrays.binarySearch(list, by);
    if (to >= 0) {
      int[] out = new int[list.length - 1];
      System.arraycopy(list, 0, out, 0, at);
      System.arraycopy(list, at + 1, out, at, out.length - at);
      return out;
    }
    // The joined set keeps its smaller index, so what lies between moves up by one.
    int place = -to - 1;
    System.arraycopy(list, place, list, place + 1, at - place);
    list[place] = by;
    return list;
  }

  private static int[] union(int[] x, int[] y, int i, int j) {
    int[] out = new int[x.length + y.length];
    int n = 0;
    int p = 0;
    int q = 0;
    while (p < x.length || q < y.length) {
      int next;
      if (q == y.length || (p < x.length && x[p] <= y[q])) {
        next = x[p++];
        if (q < y.length && y[q] == next) {
          q++;
        }
      } else {
        next = y[q++];
      }
      if (next != i && next != j) {
        out[n++] = next;
      }
    }
    return Arrays.copyOf(out, n);
  }
}
