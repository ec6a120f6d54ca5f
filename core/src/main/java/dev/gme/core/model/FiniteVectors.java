package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.Internal;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import java.util.function.IntFunction;

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
   * @param name what the caller calls row i, see {@link RowSource#name}
   */
  public static void require(DoubleMatrix rows, IntFunction<String> name) {
    double[] values = rows.array();
    for (int i = 0; i < values.length; i++) {
      if (!isUsable(values[i])) {
        throw refusal(name.apply(i / rows.cols()), i % rows.cols(), values[i]);
      }
    }
  }

  /** What is said about element {@code position} of a vector, by its name. */
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
