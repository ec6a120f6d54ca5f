package dev.gme.core.metric;

import dev.gme.core.parallel.Workers;
import java.util.function.IntToDoubleFunction;

/**
 * Scores in ascending order, each with the trial it came from and whether that is a target trial;
 * equal scores keep the order of their trials.
 *
 * <p>A radix sort: trials are dealt into buckets by the leading bits in which scores differ,
 * straight into the arrays that stay, and the buckets are then sorted apart. So it needs twelve
 * bytes a trial, and as much again only for the buckets that are being sorted at the time.
 */
final class SortedScores {
  /** The most buckets there are: few enough for their ends to stay in cache, many for threads. */
  private static final int MAX_BUCKET_BITS = 16;

  /** Buckets are sorted in so many tasks; those of one share the room that sorting takes. */
  private static final int TASKS = 256;

  /** The sign bit of a tag says target; the rest is the index of the trial. */
  private static final int TARGET = Integer.MIN_VALUE;

  private final double[] scores;
  private final int[] tags;

  private SortedScores(double[] scores, int[] tags) {
    this.scores = scores;
    this.tags = tags;
  }

  /** Sorts as many trials as there are labels; no score may be NaN. */
  static SortedScores of(IntToDoubleFunction score, boolean[] isTarget) {
    int n = isTarget.length;
    Buckets buckets = Buckets.of(score, n);
    int[] start = new int[buckets.count() + 1];
    for (int i = 0; i < n; i++) {
      start[buckets.of(score.applyAsDouble(i)) + 1]++;
    }
    for (int b = 1; b < start.length; b++) {
      start[b] += start[b - 1];
    }
    double[] scores = new double[n];
    int[] tags = new int[n];
    int[] next = start.clone();
    for (int i = 0; i < n; i++) {
      double s = score.applyAsDouble(i) + 0.0; // -0.0 + 0.0 is 0.0
      int place = next[buckets.of(s)]++;
      scores[place] = s;
      tags[place] = isTarget[i] ? i | TARGET : i;
    }
    int each = (buckets.count() + TASKS - 1) / TASKS;
    Workers.forEach(
        TASKS,
        task -> {
          BucketSort.Room room = new BucketSort.Room();
          int end = Math.min(buckets.count(), (task + 1) * each);
          for (int b = task * each; b < end; b++) {
            BucketSort.sort(scores, tags, start[b], start[b + 1], room);
          }
        });
    return new SortedScores(scores, tags);
  }

  /** Which bucket a score belongs to: its key, less the lowest one, without the trailing bits. */
  private record Buckets(long lowest, int trailing, int count) {
    static Buckets of(IntToDoubleFunction score, int n) {
      double min = Double.POSITIVE_INFINITY;
      double max = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < n; i++) {
        min = Math.min(min, score.applyAsDouble(i));
        max = Math.max(max, score.applyAsDouble(i));
      }
      int bits = Math.min(Integer.SIZE - Integer.numberOfLeadingZeros(n), MAX_BUCKET_BITS);
      int used = Long.SIZE - Long.numberOfLeadingZeros(key(max) - key(min));
      return new Buckets(key(min), Math.max(used - bits, 0), 1 << bits);
    }

    int of(double score) {
      return (int) ((key(score) - lowest) >>> trailing);
    }
  }

  /** The bits of a score, changed so that as unsigned numbers they order as the scores do. */
  static long key(double score) {
    long bits = Double.doubleToRawLongBits(score + 0.0);
    return bits ^ ((bits >> 63) | Long.MIN_VALUE);
  }

  /** The scores at some ascending places. */
  SortedScores at(int[] places) {
    double[] some = new double[places.length];
    int[] someTags = new int[places.length];
    for (int i = 0; i < places.length; i++) {
      some[i] = scores[places[i]];
      someTags[i] = tags[places[i]];
    }
    return new SortedScores(some, someTags);
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
  int trial(int place) {
    return tags[place] & ~TARGET;
  }
}
