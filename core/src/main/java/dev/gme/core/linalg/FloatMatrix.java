package dev.gme.core.linalg;

import java.util.Arrays;

/**
 * A dense matrix of floats, row by row in one array: how sets of vectors are kept. A value, as
 * {@link DoubleMatrix} is; arithmetic is done there or by {@link Blas} on the array.
 *
 * <pre>{@code
 * FloatMatrix vectors = FloatMatrix.wrap(n, 512, elements);   // n vectors of 512 dimensions
 * MetaEmbeddings e = extractor.extract(vectors);
 * DoubleMatrix first = vectors.doubles(0, 100);
 * }</pre>
 */
public final class FloatMatrix implements RowSource {
  private final int rows;
  private final int cols;
  private final float[] data;

  private FloatMatrix(int rows, int cols, float[] data) {
    if (rows < 0 || cols < 0 || (long) rows * cols != data.length) {
      throw new IllegalArgumentException(
          "a " + rows + " x " + cols + " matrix does not have " + data.length + " elements");
    }
    this.rows = rows;
    this.cols = cols;
    this.data = data;
  }

  /** The matrix whose elements are those of {@code data}, row by row; the array is not copied. */
  public static FloatMatrix wrap(int rows, int cols, float[] data) {
    return new FloatMatrix(rows, cols, data);
  }

  /** The floats nearest to the elements of m. */
  public static FloatMatrix of(DoubleMatrix m) {
    double[] from = m.array();
    float[] to = new float[from.length];
    for (int i = 0; i < to.length; i++) {
      to[i] = (float) from[i];
    }
    return new FloatMatrix(m.rows(), m.cols(), to);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int cols() {
    return cols;
  }

  public float get(int i, int j) {
    if (i < 0 || i >= rows || j < 0 || j >= cols) {
      throw new IndexOutOfBoundsException(
          "(" + i + ", " + j + ") is outside a " + rows + " x " + cols + " matrix");
    }
    return data[i * cols + j];
  }

  /** The elements row by row: the array itself, only to be read. */
  public float[] array() {
    return data;
  }

  /** The matrix as an operand of {@link Blas}. */
  public MatrixView<float[]> view() {
    return MatrixView.of(data, rows, cols);
  }

  public DoubleMatrix toDoubles() {
    return doubles(0, rows);
  }

  @Override
  public DoubleMatrix doubles(int from, int to) {
    if (from < 0 || to < from || to > rows) {
      throw new IndexOutOfBoundsException("rows " + from + " to " + to + " of " + rows);
    }
    double[] out = new double[(to - from) * cols];
    for (int i = 0; i < out.length; i++) {
      out[i] = data[from * cols + i];
    }
    return DoubleMatrix.wrap(to - from, cols, out);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof FloatMatrix m
        && rows == m.rows
        && cols == m.cols
        && Arrays.equals(data, m.data);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * rows + cols) + Arrays.hashCode(data);
  }

  @Override
  public String toString() {
    return rows + " x " + cols + " matrix of floats";
  }
}
