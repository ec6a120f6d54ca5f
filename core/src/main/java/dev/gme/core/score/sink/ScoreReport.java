package dev.gme.core.score.sink;

/**
 * How many scores were made, by which products, and how far off they may be.
 *
 * @param trials scores that were made
 * @param errorBound no score is off by more, in nats; 0 if the scores are exact. It holds for the
 *     worst that the recordings of a tile could be, and is many times the errors that occur
 * @param checked scores that were compared with exact ones, one of every tile
 * @param largestError the largest error among these, in nats
 * @param columns mean inner dimension of the products over d, 0 if no products were made
 * @param tiles products that were made
 * @param doubleTiles those that needed double
 */
public record ScoreReport(
    long trials,
    double errorBound,
    long checked,
    double largestError,
    double columns,
    long tiles,
    long doubleTiles) {
  /** The report of no scores, which others are added to. */
  public static final ScoreReport NONE = exact(0, 0);

  /**
   * The report of scores in double.
   *
   * @param tiles products that they were made by
   */
  public static ScoreReport exact(long trials, long tiles) {
    return new ScoreReport(trials, 0, 0, 0, 0, tiles, tiles);
  }

  /** Whether all scores were made in double, and rounded to floats and no more. */
  public boolean isExact() {
    return errorBound == 0;
  }

  /** The report of these scores and others. */
  public ScoreReport plus(ScoreReport other) {
    long all = trials + other.trials;
    return new ScoreReport(
        all,
        Math.max(errorBound, other.errorBound),
        checked + other.checked,
        Math.max(largestError, other.largestError),
        all == 0 ? 0 : (trials * columns + other.trials * other.columns) / all,
        tiles + other.tiles,
        doubleTiles + other.doubleTiles);
  }
}
