package dev.gme.core.linalg;

/**
 * Vectors, one a row, that are read in blocks of rows: a matrix in memory, or a set that is too
 * large for it. Whoever goes through data takes this, and computes in double.
 */
public interface RowSource {
  /** The number of vectors. */
  int rows();

  /** The dimension of the vectors. */
  int cols();

  /** What messages call a vector: its number, or its id in quotes where the source knows ids. */
  default String name(int row) {
    return numbered(row);
  }

  /** What messages call a vector that has no id. */
  static String numbered(int row) {
    return row + " (from 0)";
  }

  /**
   * Rows {@code from} (included) to {@code to} (excluded) in double. May be called by many threads.
   */
  DoubleMatrix doubles(int from, int to);

  /**
   * The named rows, in this order, as a new matrix that the caller may overwrite. May be called by
   * many threads.
   */
  default DoubleMatrix doubles(int[] rows) {
    double[] out = new double[Math.multiplyExact(rows.length, cols())];
    for (int r = 0; r < rows.length; ) {
      // Neighbours are read together.
      int end = r + 1;
      while (end < rows.length && rows[end] == rows[end - 1] + 1) {
        end++;
      }
      double[] run = doubles(rows[r], rows[r] + end - r).array();
      System.arraycopy(run, 0, out, r * cols(), run.length);
      r = end;
    }
    return DoubleMatrix.wrap(rows.length, cols(), out);
  }
}
