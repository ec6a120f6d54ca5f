package dev.gme.core.metric;

import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * Scores in ascending order, each with the trial it came from and whether that is a target trial.
 *
 * <p>Needs twelve bytes a trial and, while sorting, eight more. Trials are dealt into buckets by
 * the leading bits of their scores, and the buckets are sorted apart. An element to be sorted is
 * one long: half of a score's bits above the trial's tag. Where trials agree in the leading half,
 * the trailing half takes its place and the run is sorted again.
 */
final class SortedScores {
  private static final int BUCKETS = 1 << 16;
  private static final long LEADING = 0xFFFF_FFFF_0000_0000L;

  /** The sign bit of a tag says target; the rest is the index of the trial. */
  private static final int TARGET = Integer.MIN_VALUE;

  private final double[] scores;
  private final int[] tags;

  private SortedScores(int n) {
    scores = new double[n];
    tags = new int[n];
  }

  /** Sorts trials, none of which may have NaN for a score. */
  static SortedScores of(ScoreSource source, boolean[] isTarget) {
    int n = isTarget.length;
    int[] start = new int[BUCKETS + 1];
    for (int i = 0; i < n; i++) {
      start[bucket(source.key(i)) + 1]++;
    }
    for (int b = 0; b < BUCKETS; b++) {
      start[b + 1] += start[b];
    }
    long[] packed = new long[n];
    int[] next = start.clone();
    for (int i = 0; i < n; i++) {
      long key = source.key(i);
      int tag = isTarget[i] ? i | TARGET : i;
      packed[next[bucket(key)]++] = pack(key, tag);
    }
    SortedScores out = new SortedScores(n);
    Workers.forEach(BUCKETS, b -> out.sort(packed, start[b], start[b + 1], source));
    return out;
  }

  private static int bucket(long key) {
    return (int) (key >> 48) - Short.MIN_VALUE;
  }

  private static long pack(long key, int tag) {
    return (key & LEADING) | Integer.toUnsignedLong(tag);
  }

  private static int trial(int tag) {
    return tag & ~TARGET;
  }

  private void sort(long[] packed, int from, int to, ScoreSource source) {
    Arrays.sort(packed, from, to);
    for (int i = from; i < to; ) {
      int end = i + 1;
      while (end < to && (packed[i] ^ packed[end]) >>> 32 == 0) {
        end++;
      }
      if (end - i > 1) {
        sortByTrailingHalf(packed, i, end, source);
      }
      i = end;
    }
    for (int i = from; i < to; i++) {
      tags[i] = (int) packed[i];
      scores[i] = source.score(trial(tags[i]));
    }
  }

  private static void sortByTrailingHalf(long[] packed, int from, int to, ScoreSource source) {
    for (int i = from; i < to; i++) {
      int tag = (int) packed[i];
      // The trailing half is unsigned; a long is compared as signed.
      packed[i] = pack((source.key(trial(tag)) << 32) ^ Long.MIN_VALUE, tag);
    }
    Arrays.sort(packed, from, to);
  }

  int size() {
    return tags.length;
  }

  /** The score at a place of the order. */
  double score(int place) {
    return scores[place];
  }

  boolean isTarget(int place) {
    return tags[place] < 0;
  }

  /** The trial at a place of the order, by the index that the caller knows it by. */
  int trialAt(int place) {
    return trial(tags[place]);
  }
}
