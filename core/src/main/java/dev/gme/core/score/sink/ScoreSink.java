package dev.gme.core.score.sink;

/**
 * Takes scores as they are made. The scorer cuts the matrix into bands; for each it asks for a
 * part, gives it the band's tiles one after the other in one thread, and closes it. Bands run in
 * parallel; their parts are merged one after the other in a fixed order, so that a sink's result
 * depends neither on threads nor on their number.
 *
 * <pre>{@code
 * ScoreReport report = ScoreKind.llr(1e-3).scorer(enrol, test).all(sink);
 * }</pre>
 *
 * @param <P> what a band gathers
 */
public interface ScoreSink<P> {
  /** Something new for a band; called by many threads. */
  P open(ScoreBand band);

  /** Takes a tile of the band; called by many threads, one per part. */
  void accept(P part, ScoreTile tile);

  /** After the last tile of the band, in the same thread as the tiles. */
  default void close(P part, ScoreBand band) {}

  /** Adds a part to the result: one call at a time, in an order that is always the same. */
  default void merge(P part) {}

  /**
   * How many of the caller's rows are to be completed before the next ones begin, where a sink has
   * to hold them all; fewer make scoring slower.
   *
   * @param cols columns that every row will have
   */
  default int rowsAtATime(int cols) {
    return Integer.MAX_VALUE;
  }

  /**
   * The caller's rows {@code from} (included) to {@code to} (excluded) are complete: all their
   * parts were merged. Called from top to bottom by the thread that called the scorer, so what is
   * done here may use all threads.
   */
  default void rowsDone(int from, int to) {}

  /**
   * A sink that gives every score to this one and to another, so that scores need to be made once
   * only. What one makes of the scores of a tile in place, the other does not see.
   */
  default <Q> ScoreSink<BothSinks.Part<P, Q>> and(ScoreSink<Q> other) {
    return new BothSinks<>(this, other);
  }
}
