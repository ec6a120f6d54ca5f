package dev.gme.core.metric;

/**
 * Sorts a range of scores, and their tags with them, by the bytes of the scores from the least
 * significant on. Bytes in which all scores agree are skipped: the leading ones of a bucket, and
 * the trailing ones of scores that came from floats. Equal scores keep their order.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, only sorted
record BucketSort(double[] scores, int[] tags, int from, int size) {
  /** Below this size counting bytes takes longer than inserting. */
  private static final int SMALL = 64;

  private static final int RADIX = 256;

  static void sort(double[] scores, int[] tags, int from, int to) {
    BucketSort bucket = new BucketSort(scores, tags, from, to - from);
    if (bucket.size < SMALL) {
      bucket.insertionSort();
    } else {
      bucket.radixSort();
    }
  }

  private void insertionSort() {
    for (int i = from + 1; i < from + size; i++) {
      double score = scores[i];
      int tag = tags[i];
      int j = i;
      for (; j > from && scores[j - 1] > score; j--) {
        scores[j] = scores[j - 1];
        tags[j] = tags[j - 1];
      }
      scores[j] = score;
      tags[j] = tag;
    }
  }

  private void radixSort() {
    int[][] counts = countBytes();
    BucketSort here = this;
    BucketSort there = null;
    for (int b = 0; b < counts.length; b++) {
      if (counts[b][digit(scores[from], b)] == size) {
        continue;
      }
      if (there == null) {
        there = new BucketSort(new double[size], new int[size], 0, size);
      }
      here.dealInto(there, b, counts[b]);
      BucketSort swap = here;
      here = there;
      there = swap;
    }
    if (here.scores != scores) {
      System.arraycopy(here.scores, 0, scores, from, size);
      System.arraycopy(here.tags, 0, tags, from, size);
    }
  }

  private int[][] countBytes() {
    int[][] counts = new int[Long.BYTES][RADIX];
    for (int i = from; i < from + size; i++) {
      for (int b = 0; b < counts.length; b++) {
        counts[b][digit(scores[i], b)]++;
      }
    }
    return counts;
  }

  private static int digit(double score, int b) {
    return (int) (SortedScores.key(score) >>> (b * Byte.SIZE)) & (RADIX - 1);
  }

  private void dealInto(BucketSort out, int b, int[] counts) {
    int[] next = new int[RADIX];
    next[0] = out.from;
    for (int d = 1; d < RADIX; d++) {
      next[d] = next[d - 1] + counts[d - 1];
    }
    for (int i = from; i < from + size; i++) {
      int place = next[digit(scores[i], b)]++;
      out.scores[place] = scores[i];
      out.tags[place] = tags[i];
    }
  }
}
