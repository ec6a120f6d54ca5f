package dev.gme.core.model;

import dev.gme.core.linalg.DoubleMatrix;
import java.util.function.IntFunction;

/**
 * The cosine of two preprocessed vectors (docs/math.md 3.9), from −1 to 1: the baseline that needs
 * no model. It is not a log-likelihood ratio and must be calibrated before it is used as one.
 *
 * <p>Several enrolment recordings: {@link Enrolment#means} of the preprocessed vectors (pooled), or
 * of the raw vectors before preprocessing (averaged).
 *
 * <pre>{@code
 * DoubleMatrix cosines = Cosine.scores(chain.apply(enrolVectors), chain.apply(testVectors));
 * }</pre>
 */
public final class Cosine {
  private Cosine() {}

  /** Every row scaled to length 1: cosines are their products. A zero vector is refused. */
  public static DoubleMatrix directions(DoubleMatrix vectors) {
    return RowLengths.scaledTo(1, vectors);
  }

  /**
   * Refuses vectors that have no direction.
   *
   * @param name what the caller calls row i
   */
  public static void requireDirections(DoubleMatrix vectors, IntFunction<String> name) {
    for (int i = 0; i < vectors.rows(); i++) {
      RowLengths.positive(vectors, i, name);
    }
  }

  /** The cosines of all pairs: row i of {@code enrol} against row j of {@code test}. */
  public static DoubleMatrix scores(DoubleMatrix enrol, DoubleMatrix test) {
    return ofDirections(directions(enrol), directions(test));
  }

  /** The cosines of all pairs of vectors that have length 1 already. */
  public static DoubleMatrix ofDirections(DoubleMatrix enrol, DoubleMatrix test) {
    DoubleMatrix s = enrol.timesTranspose(test);
    double[] out = s.array().clone();
    for (int i = 0; i < out.length; i++) {
      // Rounding may leave 1 + 1e-16.
      out[i] = Math.max(-1, Math.min(1, out[i]));
    }
    return DoubleMatrix.wrap(s.rows(), s.cols(), out);
  }
}
