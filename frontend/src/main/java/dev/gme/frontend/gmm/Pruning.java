package dev.gme.frontend.gmm;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which posteriors of a frame are kept (docs/math.md 8.1).
 *
 * @param topN how many components at most, 0 for all
 * @param minPosterior below it a component is dropped, but never the best one; 0 for none
 * @param relativeFirst Kaldi's gmm-global-get-post: components that are below {@code minPosterior}
 *     of the best one are dropped before the posteriors of the rest are computed
 */
public record Pruning(int topN, double minPosterior, boolean relativeFirst) {
  /** Components that a frame is aligned with by default. */
  public static final int DEFAULT_TOP = 20;

  /** The smallest posterior that is kept by default. */
  public static final double DEFAULT_MIN_POSTERIOR = 0.025;

  /** The best 20 components, and of these posteriors from 0.025 on. */
  public static final Pruning DEFAULT = new Pruning(DEFAULT_TOP, DEFAULT_MIN_POSTERIOR, false);

  public Pruning {
    if (topN < 0 || !(minPosterior >= 0 && minPosterior < 1)) {
      throw new IllegalArgumentException(
          "top " + topN + " with posteriors of at least " + minPosterior);
    }
  }

  /** Keeps all components and posteriors. */
  public static Pruning none() {
    return new Pruning(0, 0, false);
  }

  /** Every value by name, to be written. */
  public Map<String, String> toMap() {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("top", Integer.toString(topN));
    out.put("min-posterior", Double.toString(minPosterior));
    out.put("relative-first", Boolean.toString(relativeFirst));
    return out;
  }

  /** The indices of the N largest of n values, descending; of equal ones the first comes first. */
  int[] best(double[] l, int at, int n) {
    int keep = topN == 0 ? n : Math.min(topN, n);
    int[] index = new int[keep];
    double[] value = new double[keep];
    int size = 0;
    for (int c = 0; c < n; c++) {
      double v = l[at + c];
      if (size == keep && !(v > value[size - 1])) {
        continue;
      }
      int i = size < keep ? size++ : size - 1;
      for (; i > 0 && v > value[i - 1]; i--) {
        value[i] = value[i - 1];
        index[i] = index[i - 1];
      }
      value[i] = v;
      index[i] = c;
    }
    return index;
  }

  /** Posteriors of chosen components and how many of them are left, in their order. */
  Kept prune(int[] chosen, double[] logLikelihoods) {
    double[] p = logLikelihoods.clone();
    int[] index = chosen;
    if (relativeFirst && minPosterior > 0) {
      double cut = Softmax.max(p, 0, p.length) + Math.log(minPosterior);
      double[] l = p;
      boolean[] keep = new boolean[p.length];
      for (int i = 0; i < keep.length; i++) {
        keep[i] = l[i] > cut;
      }
      int[] places = places(keep);
      index = select(index, places);
      p = select(p, places);
    }
    double logSum = Softmax.normalize(p, 0, p.length);
    if (minPosterior > 0) {
      double best = Softmax.max(p, 0, p.length);
      boolean[] keep = new boolean[p.length];
      double sum = 0;
      for (int i = 0; i < keep.length; i++) {
        keep[i] = p[i] >= minPosterior || p[i] == best;
        sum += keep[i] ? p[i] : 0;
      }
      int[] places = places(keep);
      index = select(index, places);
      p = select(p, places);
      for (int i = 0; i < p.length; i++) {
        p[i] /= sum;
      }
    }
    return new Kept(index, p, logSum);
  }

  /**
   * The components that are left of a frame.
   *
   * @param logSum log Σ exp ℓ over those that posteriors were computed of
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Kept(int[] components, double[] posteriors, double logSum) {}

  /** The places that are kept. */
  private static int[] places(boolean[] keep) {
    int[] out = new int[keep.length];
    int n = 0;
    for (int i = 0; i < keep.length; i++) {
      if (keep[i]) {
        out[n++] = i;
      }
    }
    return Arrays.copyOf(out, n);
  }

  private static int[] select(int[] x, int[] places) {
    int[] out = new int[places.length];
    Arrays.setAll(out, i -> x[places[i]]);
    return out;
  }

  private static double[] select(double[] x, int[] places) {
    double[] out = new double[places.length];
    Arrays.setAll(out, i -> x[places[i]]);
    return out;
  }
}
