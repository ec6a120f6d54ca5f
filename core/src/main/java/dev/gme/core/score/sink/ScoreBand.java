package dev.gme.core.score.sink;

/**
 * Some rows against a contiguous range of the caller's columns: what one thread scores in one go,
 * tile after tile.
 */
public final class ScoreBand {
  private final int firstRow;
  private final int[] rowOrder;
  private final int rowStart;
  private final int rows;
  private final int firstCol;
  private final int[] colOrder;
  private final int[] colPlace;

  /**
   * Some rows against some columns.
   *
   * @param rowOrder the rows, by their distance from {@code firstRow}, of which the band has {@code
   *     rows} from {@code rowStart} on
   * @param colOrder the columns, by their distance from {@code firstCol}, in the order of the tiles
   * @param colPlace the inverse of that
   */
  public ScoreBand(
      int firstRow,
      int[] rowOrder,
      int rowStart,
      int rows,
      int firstCol,
      int[] colOrder,
      int[] colPlace) {
    this.firstRow = firstRow;
    this.rowOrder = rowOrder;
    this.rowStart = rowStart;
    this.rows = rows;
    this.firstCol = firstCol;
    this.colOrder = colOrder;
    this.colPlace = colPlace;
  }

  /** The same band where the caller has so many rows before. */
  public ScoreBand below(int rowsBefore) {
    return rowsBefore == 0
        ? this
        : new ScoreBand(
            rowsBefore + firstRow, rowOrder, rowStart, rows, firstCol, colOrder, colPlace);
  }

  /** The same band where the caller has other numbers, higher by these. */
  ScoreBand moved(int rows, int cols) {
    return new ScoreBand(
        firstRow + rows, rowOrder, rowStart, this.rows, firstCol + cols, colOrder, colPlace);
  }

  /** Rows in this band. */
  public int rows() {
    return rows;
  }

  /** The caller's number of row i. */
  public int row(int i) {
    return firstRow + rowOrder[rowStart + i];
  }

  /** The caller's first row of the range that the rows are of. */
  public int firstRow() {
    return firstRow;
  }

  /** The place of row i in the order of its range. */
  public int rowPlace(int i) {
    return rowStart + i;
  }

  /** The caller's first column. */
  public int firstCol() {
    return firstCol;
  }

  /** Columns from the first one on. */
  public int cols() {
    return colOrder.length;
  }

  /** The caller's column at a place in the order in which the tiles bring columns. */
  public int col(int place) {
    return firstCol + colOrder[place];
  }

  /** The place of a column that is given by its distance from {@link #firstCol}. */
  public int place(int column) {
    return colPlace[column];
  }

  /**
   * Puts scores of a row, which come in the order of the tiles, into the caller's.
   *
   * @param row {@link #cols} scores from {@code off} on
   * @param out as many from {@code outOff} on, not overlapping with the former
   */
  public void inCallersOrder(float[] row, int off, float[] out, int outOff) {
    for (int c = 0; c < colPlace.length; c++) {
      out[outOff + c] = row[off + colPlace[c]];
    }
  }
}
