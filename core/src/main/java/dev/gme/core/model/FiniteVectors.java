package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.Internal;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.function.IntUnaryOperator;

/** Which numbers a vector may hold; training, preprocessing and extraction refuse others. */
@Internal
public final class FiniteVectors {
  /** Scores square the vectors; larger ones would overflow and make a score NaN. */
  private static final double LARGEST = 1e100;

  private FiniteVectors() {}

  public static boolean isUsable(double element) {
    return Math.abs(element) <= LARGEST;
  }

  /**
   * Refuses rows with an element that is not usable.
   *
   * @param number what the caller calls row i
   */
  public static void require(DoubleMatrix rows, IntUnaryOperator number) {
    double[] values = rows.array();
    for (int i = 0; i < values.length; i++) {
      if (!isUsable(values[i])) {
        throw refusal(number.applyAsInt(i / rows.cols()), i % rows.cols(), values[i]);
      }
    }
  }

  /** What is said about element {@code position} of a vector. */
  public static GmeException refusal(int vector, int position, double found) {
    return refusal(vector + " (from 0)", position, found);
  }

  /** What is said about element {@code position} of a vector that has a name. */
  public static GmeException refusal(String vector, int position, double found) {
    return new GmeException(
        "vector "
            + vector
            + (Double.isFinite(found)
                ? " must lie within 1e100 of 0, found "
                : " must be finite, found ")
            + found
            + " at position "
            + position,
        "drop the recording or extract its vector again");
  }
}
