package dev.gme.core.score;

/** Selects the largest of some different numbers in linear time (Hoare's quickselect). */
final class TopSelect {
  private TopSelect() {}

  /** Puts the k largest of a range before the others, the smallest of these last among them. */
  static void toFront(long[] x, int from, int to, int k) {
    int lo = from;
    int hi = to - 1;
    int last = from + k - 1;
    while (lo < hi) {
      long pivot = median(x[lo], x[(lo + hi) >>> 1], x[hi]);
      int i = lo;
      int j = hi;
      while (i <= j) {
        while (x[i] > pivot) {
          i++;
        }
        while (x[j] < pivot) {
          j--;
        }
        if (i <= j) {
          long swap = x[i];
          x[i++] = x[j];
          x[j--] = swap;
        }
      }
      if (last <= j) {
        hi = j;
      } else if (last >= i) {
        lo = i;
      } else {
        return;
      }
    }
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
