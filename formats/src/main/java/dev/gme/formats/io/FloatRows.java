package dev.gme.formats.io;

import dev.gme.core.linalg.FloatMatrix;
import java.util.Arrays;

/**
 * Vectors that become a matrix of floats, as many as come.
 *
 * <pre>{@code
 * FloatRows rows = new FloatRows(file.toString());
 * rows.add(vector);
 * FloatMatrix all = rows.matrix();
 * }</pre>
 */
public final class FloatRows {
  /** A little below the largest array of the JVM. */
  private static final long MOST = Integer.MAX_VALUE - 8;

  private final String where;
  private float[] all = new float[0];
  private int rows;
  private int cols;

  /**
   * Begins without any rows.
   *
   * @param where they come from, for messages
   */
  public FloatRows(String where) {
    this.where = where;
  }

  /** Makes room for rows that are known to come. */
  public FloatRows reserve(int more, int width) {
    long needed = ((long) rows + more) * width;
    if (needed > MOST) {
      throw BadFile.at(
          where,
          "expected vectors of at most 2^31 numbers in all, found more",
          "split the file, or use a part of the vectors");
    }
    cols = rows == 0 ? width : cols;
    if (needed > all.length) {
      all = Arrays.copyOf(all, (int) Math.max(needed, Math.min(2L * all.length, MOST)));
    }
    return this;
  }

  /** Adds a row, as wide as the others; its numbers are rounded. */
  public void add(double[] row) {
    if (rows > 0 && row.length != cols) {
      throw new IllegalArgumentException("a row of " + row.length + " among those of " + cols);
    }
    reserve(1, row.length);
    int start = rows * cols;
    for (int j = 0; j < cols; j++) {
      all[start + j] = (float) row[j];
    }
    rows++;
  }

  public FloatMatrix matrix() {
    int n = rows * cols;
    return FloatMatrix.wrap(rows, cols, all.length == n ? all : Arrays.copyOf(all, n));
  }
}
