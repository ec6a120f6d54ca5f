package dev.gme.frontend.gmm;

/**
 * How frames are cut for sums (docs/math.md 4.7): into runs of so many frames, in the order of the
 * recordings and of the frames of each. A function of their number alone, so that one computer and
 * any cluster add up the same leaves with {@link dev.gme.core.parallel.TreeSum}.
 *
 * <pre>{@code
 * FrameLeaves leaves = FrameLeaves.of(frames.rows());
 * long from = leaves.first(7);
 * long to = leaves.first(8);
 * }</pre>
 *
 * @param frames how many there are
 * @param limit of the frames of a leaf; the last may have fewer
 */
public record FrameLeaves(long frames, int limit) {
  /** Enough for products at full speed, see docs/decisions/0025. */
  private static final int LEAST = 4 * Alignment.BLOCK;

  private static final int MOST = 256 * Alignment.BLOCK;

  /** So many leaves are aimed at between the two limits. */
  private static final int AIM = 64;

  /** The leaves of so many frames. */
  public static FrameLeaves of(long frames) {
    long blocks = frames / ((long) AIM * Alignment.BLOCK);
    long limit = Math.max(LEAST, Math.min(MOST, blocks * Alignment.BLOCK));
    return new FrameLeaves(frames, (int) limit);
  }

  /**
   * The leaves of frames for statistics so large that leaves are added in order instead, at most
   * 64: those with full second moments.
   */
  public static FrameLeaves inOrder(long frames) {
    long parts = (frames + PartGathering.PART - 1) / PartGathering.PART;
    long most = Math.max(1, (parts + AIM - 1) / AIM);
    return new FrameLeaves(frames, Math.toIntExact(most * PartGathering.PART));
  }

  /** How many leaves there are. */
  public int size() {
    return Math.toIntExact((frames + limit - 1) / limit);
  }

  /** The first frame of a leaf; of {@link #size}, the number of frames. */
  public long first(int leaf) {
    return Math.min(frames, (long) leaf * limit);
  }
}
