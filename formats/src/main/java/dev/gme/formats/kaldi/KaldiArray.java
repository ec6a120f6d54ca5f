package dev.gme.formats.kaldi;

import dev.gme.core.linalg.DoubleMatrix;

/**
 * A vector or matrix of a Kaldi file. Elements are kept in double, which holds floats exactly.
 *
 * @param vector whether it is a vector; then {@code values} has one row
 * @param single whether it is of floats; what was read from text is of doubles
 */
public record KaldiArray(boolean vector, boolean single, DoubleMatrix values) {
  public KaldiArray {
    if (vector && values.rows() != 1) {
      throw new IllegalArgumentException("a vector has one row, found " + values.rows());
    }
  }

  /** A vector of doubles. */
  public static KaldiArray vector(double... values) {
    return new KaldiArray(true, false, DoubleMatrix.wrap(1, values.length, values.clone()));
  }

  /** A matrix of doubles. */
  public static KaldiArray matrix(DoubleMatrix values) {
    return new KaldiArray(false, false, values);
  }

  /** The elements of this array, rounded to floats. */
  public KaldiArray toSingle() {
    if (single) {
      return this;
    }
    double[] out = values.array().clone();
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) out[i];
    }
    return new KaldiArray(vector, true, DoubleMatrix.wrap(values.rows(), values.cols(), out));
  }

  /** The elements of a vector; a matrix of one row or column counts as one. */
  public double[] elements() {
    if (!vector && values.rows() > 1 && values.cols() > 1) {
      throw new IllegalStateException("not a vector: " + values);
    }
    return values.array().clone();
  }
}
