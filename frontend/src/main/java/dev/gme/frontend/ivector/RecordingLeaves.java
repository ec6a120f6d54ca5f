package dev.gme.frontend.ivector;

/**
 * How recordings are cut for the sums of an extractor (docs/math.md 4.7): into at most 64 runs, in
 * their order, whose sums are added in that order. They are too large, 3.5 GB at 2048 x 60 x 600,
 * for a tree of many. A function of numbers alone, so that one computer and any cluster add up the
 * same.
 *
 * <pre>{@code
 * RecordingLeaves leaves = RecordingLeaves.of(source.recordings(), extractor.dimension());
 * }</pre>
 *
 * @param recordings how many there are
 * @param limit of the recordings of a leaf; the last may have fewer
 */
public record RecordingLeaves(long recordings, int limit) {
  private static final int MOST = 64;

  /**
   * The leaves of so many recordings: whole batches, so that their products run at full speed.
   *
   * @param dimension D, of the i-vectors
   */
  public static RecordingLeaves of(long recordings, int dimension) {
    int batch = IvectorExtractor.batch(dimension);
    long batches = (recordings + batch - 1) / batch;
    long each = Math.max(1, (batches + MOST - 1) / MOST);
    return new RecordingLeaves(recordings, Math.toIntExact(each * batch));
  }

  /** The leaves of so many recordings for the sum of the statistics of all their frames. */
  public static RecordingLeaves ofFrames(long recordings) {
    return new RecordingLeaves(
        recordings, Math.toIntExact(Math.max(1, (recordings + MOST - 1) / MOST)));
  }

  /** How many leaves there are. */
  public int size() {
    return Math.toIntExact((recordings + limit - 1) / limit);
  }

  /** The first recording of a leaf; of {@link #size}, the number of recordings. */
  public long first(int leaf) {
    return Math.min(recordings, (long) leaf * limit);
  }
}
