package dev.gme.core.linalg;

/**
 * Vectors, one a row, that are read in blocks of rows: a matrix in memory, or a set that is too
 * large for it. Whoever goes through data takes this, and computes in double.
 */
public interface RowSource {
  /** Number of vectors. */
  int rows();

  /** Their dimension. */
  int cols();

  /**
   * Rows {@code from} (included) to {@code to} (excluded) in double. May be called by many threads.
   */
  DoubleMatrix doubles(int from, int to);
}
