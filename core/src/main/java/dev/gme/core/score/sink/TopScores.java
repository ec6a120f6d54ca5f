package dev.gme.core.score.sink;

import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * The best scores of each of some recordings, and with whom they have them: higher scores first,
 * and among equal ones the partner with the lower number. Takes up to 24 k bytes a recording.
 *
 * <p>Since there are no ties, the best of parts make the best of the whole, in whatever order they
 * come together; a score that two parts have in common counts once. They travel as arrays:
 *
 * <pre>{@code
 * TopScores same = TopScores.of(top.k(), top.sizes(), top.partners(), top.scores());
 * TopScores best = same.plus(ofOtherColumns);
 * }</pre>
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

  /**
   * Best scores from their arrays.
   *
   * @param sizes how many each recording has, at most k
   * @param partners recording after recording, those of {@link #partners}
   * @param scores and those of {@link #scores}
   */
  public static TopScores of(int k, int[] sizes, int[] partners, float[] scores) {
    TopScores out = new TopScores(sizes.length, k);
    long total = 0;
    for (int size : sizes) {
      if (size < 0 || size > k) {
        throw new IllegalArgumentException("expected at most " + k + " scores, found " + size);
      }
      total += size;
    }
    if (total != partners.length || total != scores.length) {
      throw new IllegalArgumentException(
          total + " scores cannot have " + partners.length + " partners and be " + scores.length);
    }
    int from = 0;
    for (int i = 0; i < sizes.length; i++) {
      long[] keys = new long[sizes[i]];
      for (int rank = 0; rank < keys.length; rank++) {
        int partner = partners[from + rank];
        float score = scores[from + rank];
        if (partner < 0 || Float.isNaN(score)) {
          throw new IllegalArgumentException("score " + score + " with partner " + partner);
        }
        keys[rank] = TopKey.of(score, partner);
      }
      out.put(i, keys);
      from += keys.length;
    }
    return out;
  }

  /** Takes what recording i has, in any order; what it had is gone. */
  private void put(int i, long[] all) {
    Arrays.sort(all);
    keys[i] = all;
    count[i] = all.length;
    if (all.length == k) {
      floor[i] = TopKey.score(all[0]);
    }
  }

  /** How many each recording has. */
  public int[] sizes() {
    return count.clone();
  }

  /** The partners of all recordings, one recording after the other, best scores first. */
  public int[] partners() {
    int[] out = new int[all()];
    int at = 0;
    for (int i = 0; i < keys.length; i++) {
      for (int rank = 0; rank < count[i]; rank++) {
        out[at++] = partner(i, rank);
      }
    }
    return out;
  }

  /** The scores with {@link #partners}. */
  public float[] scores() {
    float[] out = new float[all()];
    int at = 0;
    for (int i = 0; i < keys.length; i++) {
      for (int rank = 0; rank < count[i]; rank++) {
        out[at++] = score(i, rank);
      }
    }
    return out;
  }

  private int all() {
    return Math.toIntExact(Arrays.stream(count).asLongStream().sum());
  }

  /** Recordings {@code from} (included) to {@code to} (excluded), counted from there. */
  public TopScores range(int from, int to) {
    TopScores out = new TopScores(to - from, k);
    for (int i = from; i < to; i++) {
      out.put(i - from, Arrays.copyOf(keys[i], count[i]));
    }
    return out;
  }

  /** The best of these scores and others of the same recordings. */
  public TopScores plus(TopScores other) {
    if (k != other.k || keys.length != other.keys.length) {
      throw new IllegalArgumentException(this + " and " + other + " do not belong together");
    }
    TopScores out = new TopScores(keys.length, k);
    for (int i = 0; i < keys.length; i++) {
      out.put(i, best(keys[i], count[i], other.keys[i], other.count[i]));
    }
    return out;
  }

  /** The k largest of two ascending lists, ascending; what is in both once. */
  private long[] best(long[] x, int m, long[] y, int n) {
    long[] out = new long[Math.min(k, m + n)];
    int to = out.length;
    int i = m - 1;
    int j = n - 1;
    while (to > 0 && (i >= 0 || j >= 0)) {
      long next = j < 0 || (i >= 0 && x[i] >= y[j]) ? x[i--] : y[j--];
      if (to == out.length || out[to] != next) {
        out[--to] = next;
      }
    }
    return Arrays.copyOfRange(out, to, out.length);
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
