package dev.gme.core.score.sink;

/**
 * The scores of all rows of a band against some of its columns, as a {@link ScoreSink} gets them.
 * Rows and columns are in an order of the scorer's own; {@link #row} and {@link #col} give the
 * caller's numbers. The array is the scorer's and is used again after the call.
 */
public final class ScoreTile {
  private final ScoreBand band;
  private final int firstPlace;
  private final int cols;
  private final float[] scores;

  public ScoreTile(ScoreBand band, int firstPlace, int cols, float[] scores) {
    this.band = band;
    this.firstPlace = firstPlace;
    this.cols = cols;
    this.scores = scores;
  }

  /** The same scores, whose rows and columns have numbers that are higher by these. */
  public ScoreTile moved(int rows, int cols) {
    return new ScoreTile(band.moved(rows, cols), firstPlace, this.cols, scores);
  }

  public ScoreBand band() {
    return band;
  }

  public int rows() {
    return band.rows();
  }

  public int cols() {
    return cols;
  }

  /** The scores row by row: element (i, j) at i·cols() + j. A sink may overwrite them. */
  public float[] scores() {
    return scores;
  }

  /** The caller's number of row i. */
  public int row(int i) {
    return band.row(i);
  }

  /** The caller's number of column j. */
  public int col(int j) {
    return band.col(firstPlace + j);
  }

  /** The place of the first column in the order of the band. */
  public int firstPlace() {
    return firstPlace;
  }

  /** The column of this tile with the caller's number, or −1 if it is in another. */
  public int find(int col) {
    int local = col - band.firstCol();
    if (local < 0 || local >= band.cols()) {
      return -1;
    }
    int j = band.place(local) - firstPlace;
    return j >= 0 && j < cols ? j : -1;
  }

  /**
   * Of a block that is scored against itself so that every pair comes once: the first column that
   * counts for row i. A column counts whose recording comes after the row's in the order of the
   * block. Between two blocks, which begin with different numbers, all columns count.
   *
   * @return from 0 to {@link #cols}, or more where none counts
   */
  public int firstOfPairs(int i) {
    return band.firstRow() == band.firstCol() ? Math.max(0, band.rowPlace(i) + 1 - firstPlace) : 0;
  }
}
