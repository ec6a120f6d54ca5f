package dev.gme.core.metric;

import java.util.Arrays;

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

  /** What sorting needs beside the bucket, used again for the next one. */
  static final class Room {
    private final int[][] counts = new int[Long.BYTES][RADIX];
    private double[] scores = new double[0];
    private int[] tags = new int[0];

    private BucketSort of(int size) {
      if (scores.length < size) {
        scores = new double[size];
        tags = new int[size];
      }
      return new BucketSort(scores, tags, 0, size);
    }
  }

  static void sort(double[] scores, int[] tags, int from, int to, Room room) {
    BucketSort bucket = new BucketSort(scores, tags, from, to - from);
    if (bucket.size < SMALL) {
      bucket.insertionSort();
    } else {
      bucket.radixSort(room);
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

  private void radixSort(Room room) {
    int[][] counts = room.counts;
    countBytes(counts);
    BucketSort here = this;
    BucketSort there = room.of(size);
    for (int b = 0; b < counts.length; b++) {
      if (counts[b][digit(scores[from], b)] == size) {
        continue;
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

  private void countBytes(int[][] counts) {
    for (int[] of : counts) {
      Arrays.fill(of, 0);
    }
    for (int i = from; i < from + size; i++) {
      for (int b = 0; b < counts.length; b++) {
        counts[b][digit(scores[i], b)]++;
      }
    }
  }

  private static int digit(double score, int b) {
    return (int) (SortedScores.key(score) >>> (b * Byte.SIZE)) & (RADIX - 1);
  }

  /** Deals by byte b; the counts of its values become the places behind them. */
  private void dealInto(BucketSort out, int b, int[] counts) {
    int at = out.from;
    for (int d = 0; d < RADIX; d++) {
      int count = counts[d];
      counts[d] = at;
      at += count;
    }
    for (int i = from; i < from + size; i++) {
      int place = counts[digit(scores[i], b)]++;
      out.scores[place] = scores[i];
      out.tags[place] = tags[i];
    }
  }
}
