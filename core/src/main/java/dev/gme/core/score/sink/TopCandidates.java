package dev.gme.core.score.sink;

import java.util.Arrays;

/**
 * The best k keys of each of some lanes, while they are looked for. A lane gathers more than k
 * candidates, and when it is full throws out all but the best k; from then on only scores that
 * reach the worst of these are candidates.
 */
final class TopCandidates {
  /** Room for so many times k: more would look at more candidates, less would select more often. */
  private static final int ROOM = 3;

  private int k;
  private int capacity;
  private long[] keys = {};
  private int[] count = {};

  /** Scores below this need not be offered. */
  float[] floor = {};

  /** Room for the places of a row's scores that are to be offered. */
  private int[] found = {};

  /**
   * Empties it, for other lanes.
   *
   * @param offers how many keys a lane will be offered at most
   */
  void reset(int lanes, int mostWanted, int offers) {
    k = Math.min(mostWanted, offers);
    capacity = (int) Math.min((long) ROOM * k, offers);
    int n = Math.multiplyExact(lanes, capacity);
    if (keys.length < n) {
      keys = new long[n];
    }
    if (count.length < lanes) {
      count = new int[lanes];
      floor = new float[lanes];
    }
    Arrays.fill(count, 0, lanes, 0);
    Arrays.fill(floor, 0, lanes, Float.NEGATIVE_INFINITY);
  }

  int[] found(int n) {
    if (found.length <= n) {
      found = new int[n + 1];
    }
    return found;
  }

  void offer(int lane, float score, int number) {
    int from = lane * capacity;
    if (count[lane] == capacity) {
      TopSelect.toFront(keys, from, from + capacity, k);
      count[lane] = k;
      // The worst of the best comes last.
      floor[lane] = Math.max(floor[lane], TopKey.score(keys[from + k - 1]));
      if (score < floor[lane]) {
        return;
      }
    }
    keys[from + count[lane]++] = TopKey.of(score, number);
  }

  /** The best keys of a lane, at most k, in any order. */
  long[] best(int lane) {
    int from = lane * capacity;
    int to = from + count[lane];
    if (count[lane] > k) {
      TopSelect.toFront(keys, from, to, k);
      to = from + k;
    }
    return Arrays.copyOfRange(keys, from, to);
  }

  /** How many keys a lane has, k or more if it has k or more. */
  int count(int lane) {
    return count[lane];
  }
}
