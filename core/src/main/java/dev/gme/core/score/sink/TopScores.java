package dev.gme.core.score.sink;

import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * The best scores of each of some recordings, and with whom they have them: higher scores first,
 * and among equal ones the partner with the lower number. Takes up to 24 k bytes a recording.
 */
public final class TopScores {
  private static final long[] NOTHING = {};

  /** Recordings that a thread sorts in one go. */
  private static final int CHUNK = 1024;

  private final int k;
  private final long[][] keys;
  private final int[] count;

  /** Scores below this are not among the best; only ever rises. */
  private final float[] floor;

  TopScores(int recordings, int k) {
    if (k < 1) {
      throw new IllegalArgumentException("at least the best score is wanted, found k = " + k);
    }
    this.k = k;
    keys = new long[recordings][];
    Arrays.fill(keys, NOTHING);
    count = new int[recordings];
    floor = new float[recordings];
    Arrays.fill(floor, Float.NEGATIVE_INFINITY);
  }

  /** How many recordings there are. */
  public int recordings() {
    return keys.length;
  }

  /** How many are wanted for each; fewer are found where there are fewer. */
  public int k() {
    return k;
  }

  /** How many were found for recording i. */
  public int size(int i) {
    return count[i];
  }

  /** The partner with which recording i has its score of this rank, counted from 0. */
  public int partner(int i, int rank) {
    return TopKey.number(key(i, rank));
  }

  /** The score of this rank, counted from 0. */
  public float score(int i, int rank) {
    return TopKey.score(key(i, rank));
  }

  private long key(int i, int rank) {
    return keys[i][count[i] - 1 - rank];
  }

  /**
   * A score below which none is wanted any more. May be asked for while others add: what is read is
   * then too low at worst.
   */
  float floor(int i) {
    return floor[i];
  }

  /** Adds more scores of a recording, at most k. */
  void add(int i, long[] more) {
    int n = count[i] + more.length;
    if (n > keys[i].length) {
      keys[i] = Arrays.copyOf(keys[i], (int) Math.max(n, Math.min(2L * k, 2L * count[i])));
    }
    System.arraycopy(more, 0, keys[i], count[i], more.length);
    count[i] = n;
    // Many new ones raise the floor; a few can wait.
    if (n >= k && (more.length >= k / 8 || n >= 2L * k)) {
      keepBest(i);
    }
  }

  private void keepBest(int i) {
    TopSelect.toFront(keys[i], 0, count[i], k);
    count[i] = k;
    floor[i] = TopKey.score(keys[i][k - 1]);
  }

  /** Sorts what was found. */
  TopScores sorted() {
    Workers.forEach(
        (keys.length + CHUNK - 1) / CHUNK,
        c -> {
          for (int i = c * CHUNK; i < Math.min(keys.length, (c + 1) * CHUNK); i++) {
            if (count[i] > k) {
              keepBest(i);
            }
            Arrays.sort(keys[i], 0, count[i]);
          }
        });
    return this;
  }

  @Override
  public String toString() {
    return "the best " + k + " scores of " + keys.length + " recordings";
  }
}
