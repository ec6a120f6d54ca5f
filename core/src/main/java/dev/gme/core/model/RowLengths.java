package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import java.util.function.IntFunction;

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
    return scaledTo(length, x, RowSource::numbered);
  }

  /**
   * Every row scaled to the given length.
   *
   * @param name what the caller calls row i
   */
  static DoubleMatrix scaledTo(double length, DoubleMatrix x, IntFunction<String> name) {
    double[] factor = new double[x.rows()];
    for (int i = 0; i < factor.length; i++) {
      factor[i] = length / positive(x, i, name);
    }
    return x.scaleRows(factor);
  }

  /** The length of row i, which must have a direction. */
  static double positive(DoubleMatrix x, int i, IntFunction<String> name) {
    double found = of(x, i);
    if (!(found > 0 && found < Double.POSITIVE_INFINITY)) {
      throw new GmeException(
          "vector " + name.apply(i) + " has length " + found + " and no direction",
          "drop the recording");
    }
    return found;
  }
}
