package dev.gme.core.score.sink;

import java.util.Arrays;

/**
 * The pairs whose scores reach a threshold (s ≥ t, as decisions are made), with their scores. It
 * takes 12 bytes for each, so the threshold has to be one that few pairs reach.
 *
 * <pre>{@code
 * AboveSink sink = new AboveSink(5);
 * scorer.all(sink);
 * for (int i = 0; i < sink.size(); i++) {
 *   use(sink.row(i), sink.col(i), sink.score(i));
 * }
 * }</pre>
 */
public final class AboveSink implements ScoreSink<AboveSink.Part> {
  /** The smallest float that reaches the threshold: comparing floats with it is exact. */
  private final float atLeast;

  private final boolean isOncePerPair;
  private final Part all = new Part();

  /** What a band gathers. */
  public static final class Part {
    private int[] rows = {};
    private int[] cols = {};
    private float[] scores = {};
    private int size;
    private int[] found = {};

    private void add(int row, int col, float score) {
      makeRoom(1);
      rows[size] = row;
      cols[size] = col;
      scores[size++] = score;
    }

    private void makeRoom(int more) {
      int needed = Math.addExact(size, more);
      if (needed <= rows.length) {
        return;
      }
      int n = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 64 + 2L * size));
      rows = Arrays.copyOf(rows, n);
      cols = Arrays.copyOf(cols, n);
      scores = Arrays.copyOf(scores, n);
    }

    private void addAll(Part other) {
      makeRoom(other.size);
      System.arraycopy(other.rows, 0, rows, size, other.size);
      System.arraycopy(other.cols, 0, cols, size, other.size);
      System.arraycopy(other.scores, 0, scores, size, other.size);
      size += other.size;
    }
  }

  /** All pairs that reach a threshold. */
  public AboveSink(double threshold) {
    this(threshold, false);
  }

  private AboveSink(double threshold, boolean isOncePerPair) {
    if (Double.isNaN(threshold)) {
      throw new IllegalArgumentException("the threshold is NaN");
    }
    float nearest = (float) threshold;
    atLeast = nearest < threshold ? Math.nextUp(nearest) : nearest;
    this.isOncePerPair = isOncePerPair;
  }

  /**
   * Of recordings that are scored against themselves: a pair counts where the column's number is
   * higher than the row's, so once, and no recording is paired with itself.
   */
  public static AboveSink oncePerPair(double threshold) {
    return new AboveSink(threshold, true);
  }

  /** How many pairs there are. */
  public int size() {
    return all.size;
  }

  /** The caller's row of pair i. */
  public int row(int i) {
    return all.rows[i];
  }

  /** The caller's column of pair i. */
  public int col(int i) {
    return all.cols[i];
  }

  public float score(int i) {
    return all.scores[i];
  }

  @Override
  public Part open(ScoreBand band) {
    return new Part();
  }

  @Override
  public void accept(Part part, ScoreTile tile) {
    int n = tile.cols();
    // One more than can be found: the search writes beyond what it has found.
    if (part.found.length <= n) {
      part.found = new int[n + 1];
    }
    for (int i = 0; i < tile.rows(); i++) {
      int count = Scan.findAtLeast(n, tile.scores(), i * n, atLeast, part.found);
      for (int f = 0; f < count; f++) {
        int col = tile.col(part.found[f]);
        if (!isOncePerPair || col > tile.row(i)) {
          part.add(tile.row(i), col, tile.scores()[i * n + part.found[f]]);
        }
      }
    }
  }

  @Override
  public void merge(Part part) {
    if (part.size > 0) {
      all.addAll(part);
    }
  }
}
