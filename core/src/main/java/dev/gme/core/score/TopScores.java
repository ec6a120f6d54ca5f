package dev.gme.core.score;

import java.util.Arrays;

/**
 * The best scores of each of some recordings, and with whom they have them: higher scores first,
 * and among equal ones the partner with the lower number.
 */
public final class TopScores {
  private static final long[] NOTHING = {};

  private final int k;

  /** For each recording, ascending. */
  private final long[][] keys;

  /** Scores below this are not among the best; only ever rises. */
  private final float[] floor;

  TopScores(int recordings, int k) {
    if (k < 1) {
      throw new IllegalArgumentException("at least the best score is wanted, found k = " + k);
    }
    this.k = k;
    keys = new long[recordings][];
    Arrays.fill(keys, NOTHING);
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
    return keys[i].length;
  }

  /** The partner with which recording i has its score of this rank, counted from 0. */
  public int partner(int i, int rank) {
    return TopKey.number(keys[i][keys[i].length - 1 - rank]);
  }

  /** The score of this rank, counted from 0. */
  public float score(int i, int rank) {
    return TopKey.score(keys[i][keys[i].length - 1 - rank]);
  }

  /**
   * A score below which none is wanted any more. May be asked for while others add: what is read is
   * then too low at worst.
   */
  float floor(int i) {
    return floor[i];
  }

  /** Adds more scores of a recording, ascending. */
  void add(int i, long[] more) {
    long[] old = keys[i];
    int n = Math.min(k, old.length + more.length);
    long[] merged = new long[n];
    int a = old.length - 1;
    int b = more.length - 1;
    for (int to = n - 1; to >= 0; to--) {
      boolean takeOld = b < 0 || (a >= 0 && old[a] > more[b]);
      merged[to] = takeOld ? old[a--] : more[b--];
    }
    keys[i] = merged;
    if (n == k) {
      floor[i] = TopKey.score(merged[0]);
    }
  }

  @Override
  public String toString() {
    return "the best " + k + " scores of " + keys.length + " recordings";
  }
}
