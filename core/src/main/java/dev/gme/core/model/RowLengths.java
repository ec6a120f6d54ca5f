package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.function.IntUnaryOperator;

/** The lengths of the rows of a matrix. */
final class RowLengths {
  private RowLengths() {}

  /** The length of row i. */
  static double of(DoubleMatrix x, int i) {
    double sum = 0;
    for (int j = 0; j < x.cols(); j++) {
      sum += x.get(i, j) * x.get(i, j);
    }
    return Math.sqrt(sum);
  }

  /** Every row scaled to the given length; rows that have no direction are refused. */
  static DoubleMatrix scaledTo(double length, DoubleMatrix x) {
    return scaledTo(length, x, row -> row);
  }

  /**
   * Every row scaled to the given length.
   *
   * @param number what the caller calls row i
   */
  static DoubleMatrix scaledTo(double length, DoubleMatrix x, IntUnaryOperator number) {
    double[] factor = new double[x.rows()];
    for (int i = 0; i < factor.length; i++) {
      double found = of(x, i);
      if (!(found > 0 && found < Double.POSITIVE_INFINITY)) {
        throw new GmeException(
            "vector "
                + number.applyAsInt(i)
                + " (from 0) has length "
                + found
                + " and no direction",
            "drop the recording");
      }
      factor[i] = length / found;
    }
    return x.scaleRows(factor);
  }
}
