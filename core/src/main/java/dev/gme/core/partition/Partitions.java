package dev.gme.core.partition;

import java.util.ArrayList;
import java.util.List;

/** All partitions of a small set, in lexicographic order of their restricted growth strings. */
public final class Partitions {
  /** The largest n whose Bell number fits a long. */
  private static final int MAX_BELL = 25;

  /** 4,213,597 partitions; of one recording more there would be 27,644,437. */
  private static final int MAX_LISTED = 12;

  private Partitions() {}

  /** The number of partitions of n recordings, exact for n up to 25. */
  public static long count(int n) {
    if (n < 0 || n > MAX_BELL) {
      throw new IllegalArgumentException("n must be from 0 to " + MAX_BELL + ", found " + n);
    }
    // Row n of the Bell triangle begins with B_n: each row starts with the last element of the one
    // before, and every other element is its left neighbour plus the one above that.
    long[] row = {1};
    for (int i = 1; i <= n; i++) {
      long[] next = new long[i + 1];
      next[0] = row[i - 1];
      // The row that begins with B_25 is not continued: its later elements overflow.
      for (int k = 1; k <= i && i < n; k++) {
        next[k] = next[k - 1] + row[k - 1];
      }
      row = next;
    }
    return row[0];
  }

  /** All partitions of n recordings, n up to 12. */
  public static List<Partition> all(int n) {
    if (n < 0 || n > MAX_LISTED) {
      throw new IllegalArgumentException(
          "partitions are listed for 0 to " + MAX_LISTED + " recordings, found " + n);
    }
    List<Partition> out = new ArrayList<>(Math.toIntExact(count(n)));
    extend(new int[n], 0, 0, out);
    return out;
  }

  private static void extend(int[] labels, int i, int sets, List<Partition> out) {
    if (i == labels.length) {
      out.add(new Partition(labels.clone(), sets));
      return;
    }
    for (int l = 0; l <= sets; l++) {
      labels[i] = l;
      extend(labels, i + 1, Math.max(sets, l + 1), out);
    }
  }
}
