package dev.gme.core.linalg;

import dev.gme.core.GmeException;
import java.util.Arrays;

/**
 * A dense matrix of doubles, row by row in one array. A value: its methods return new matrices and
 * nothing here changes one.
 *
 * <pre>{@code
 * DoubleMatrix a = DoubleMatrix.of(new double[][] {{2, 1}, {1, 3}});
 * DoubleMatrix b = a.times(a.transpose());
 * }</pre>
 *
 * <p>{@link #wrap} and {@link #array} hand the array itself over, for kernels: whoever keeps it
 * must not write to it.
 */
public final class DoubleMatrix implements RowSource {
  /** Columns that a product with a triangle takes at a time: enough for products at full speed. */
  private static final int TRIANGLE_COLUMNS = 160;

  private final int rows;
  private final int cols;
  private final double[] data;

  private DoubleMatrix(int rows, int cols, double[] data) {
    if (rows < 0 || cols < 0 || (long) rows * cols != data.length) {
      throw new IllegalArgumentException(
          "a " + rows + " x " + cols + " matrix does not have " + data.length + " elements");
    }
    this.rows = rows;
    this.cols = cols;
    this.data = data;
  }

  /** The matrix whose elements are those of {@code data}, row by row; the array is not copied. */
  public static DoubleMatrix wrap(int rows, int cols, double[] data) {
    return new DoubleMatrix(rows, cols, data);
  }

  /** A copy of the given rows; no rows give the 0 x 0 matrix. */
  public static DoubleMatrix of(double[][] rows) {
    int cols = rows.length == 0 ? 0 : rows[0].length;
    double[] data = new double[Math.multiplyExact(rows.length, cols)];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != cols) {
        throw new IllegalArgumentException(
            "row " + i + " has " + rows[i].length + " elements, the first row " + cols);
      }
      System.arraycopy(rows[i], 0, data, i * cols, cols);
    }
    return new DoubleMatrix(rows.length, cols, data);
  }

  public static DoubleMatrix zeros(int rows, int cols) {
    return new DoubleMatrix(rows, cols, new double[Math.multiplyExact(rows, cols)]);
  }

  public static DoubleMatrix identity(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return diagonal(ones);
  }

  public static DoubleMatrix diagonal(double... values) {
    int n = values.length;
    DoubleMatrix m = zeros(n, n);
    for (int i = 0; i < n; i++) {
      m.data[i * n + i] = values[i];
    }
    return m;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int cols() {
    return cols;
  }

  public double get(int i, int j) {
    return data[index(i, j)];
  }

  private int index(int i, int j) {
    if (i < 0 || i >= rows || j < 0 || j >= cols) {
      throw new IndexOutOfBoundsException(
          "(" + i + ", " + j + ") is outside a " + rows + " x " + cols + " matrix");
    }
    return i * cols + j;
  }

  /** The elements row by row: the array itself, only to be read. */
  public double[] array() {
    return data;
  }

  /** The matrix as an operand of {@link Blas}. */
  public MatrixView<double[]> view() {
    return MatrixView.of(data, rows, cols);
  }

  /** The size of a square matrix, which this has to be. */
  int squareSize() {
    if (rows != cols) {
      throw new IllegalArgumentException("not square: " + rows + " x " + cols);
    }
    return rows;
  }

  /** Refuses elements that are not finite, for which there is not what is asked for. */
  void requireFinite(String what) {
    if (!isFinite()) {
      throw new GmeException(
          "a matrix with NaN or infinite elements has no " + what,
          "look for NaN or infinite values in the data");
    }
  }

  /** A copy of row i. */
  public double[] row(int i) {
    if (i < 0 || i >= rows) {
      throw new IndexOutOfBoundsException("row " + i + " of " + rows);
    }
    return Arrays.copyOfRange(data, i * cols, (i + 1) * cols);
  }

  /** A copy of column j. */
  public double[] column(int j) {
    double[] c = new double[rows];
    for (int i = 0; i < rows; i++) {
      c[i] = get(i, j);
    }
    return c;
  }

  /** Rows {@code from} (included) to {@code to} (excluded). */
  public DoubleMatrix rowRange(int from, int to) {
    if (from < 0 || to < from || to > rows) {
      throw new IndexOutOfBoundsException("rows " + from + " to " + to + " of " + rows);
    }
    return new DoubleMatrix(to - from, cols, Arrays.copyOfRange(data, from * cols, to * cols));
  }

  @Override
  public DoubleMatrix doubles(int from, int to) {
    return rowRange(from, to);
  }

  /** The named rows in the named order; repeats allowed. */
  public DoubleMatrix selectRows(int... which) {
    double[] out = new double[Math.multiplyExact(which.length, cols)];
    for (int r = 0; r < which.length; r++) {
      if (which[r] < 0 || which[r] >= rows) {
        throw new IndexOutOfBoundsException("row " + which[r] + " of " + rows);
      }
      System.arraycopy(data, which[r] * cols, out, r * cols, cols);
    }
    return new DoubleMatrix(which.length, cols, out);
  }

  /** A copy as an array of rows. */
  public double[][] toRows() {
    double[][] out = new double[rows][];
    for (int i = 0; i < rows; i++) {
      out[i] = row(i);
    }
    return out;
  }

  public double[] diagonal() {
    int n = Math.min(rows, cols);
    double[] out = new double[n];
    for (int i = 0; i < n; i++) {
      out[i] = data[i * cols + i];
    }
    return out;
  }

  public DoubleMatrix transpose() {
    double[] out = new double[data.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        out[j * rows + i] = data[i * cols + j];
      }
    }
    return new DoubleMatrix(cols, rows, out);
  }

  /** A·B. */
  public DoubleMatrix times(DoubleMatrix b) {
    return product(view(), b.view());
  }

  /** A'·B. */
  public DoubleMatrix transposeTimes(DoubleMatrix b) {
    return product(view().transpose(), b.view());
  }

  /** A·B'. */
  public DoubleMatrix timesTranspose(DoubleMatrix b) {
    return product(view(), b.view().transpose());
  }

  /** A·L for a lower triangular L; most of its zeros are not multiplied. */
  public DoubleMatrix timesLower(DoubleMatrix l) {
    check(l.rows == cols && l.cols == cols, "a lower triangle of " + l.view() + " after " + view());
    DoubleMatrix c = zeros(rows, cols);
    int parts = Blas.parts(cols, TRIANGLE_COLUMNS);
    for (int p = 0; p < parts; p++) {
      int j = Blas.start(cols, parts, p);
      int n = Blas.start(cols, parts, p + 1) - j;
      int k = cols - j;
      Blas.gemm(
          1,
          view().part(0, rows, j, k),
          l.view().part(j, k, j, n),
          0,
          c.view().part(0, rows, j, n));
    }
    return c;
  }

  private static DoubleMatrix product(MatrixView<double[]> a, MatrixView<double[]> b) {
    DoubleMatrix c = zeros(a.rows(), b.cols());
    Blas.gemm(1, a, b, 0, c.view());
    return c;
  }

  /** A'·A, exactly symmetric. */
  public DoubleMatrix gram() {
    DoubleMatrix c = zeros(cols, cols);
    Blas.syrk(1, view().transpose(), 0, c.view());
    return c;
  }

  /** A·A', exactly symmetric. */
  public DoubleMatrix outerGram() {
    DoubleMatrix c = zeros(rows, rows);
    Blas.syrk(1, view(), 0, c.view());
    return c;
  }

  /** A·x. */
  public double[] times(double[] x) {
    check(x.length == cols, "a vector of " + x.length + " after " + rows + " x " + cols);
    double[] y = new double[rows];
    Blas.gemv(view(), x, y);
    return y;
  }

  /** A'·x. */
  public double[] transposeTimes(double[] x) {
    check(x.length == rows, "a vector of " + x.length + " before " + rows + " x " + cols);
    double[] y = new double[cols];
    Blas.gemv(view().transpose(), x, y);
    return y;
  }

  public DoubleMatrix plus(DoubleMatrix b) {
    return plus(1, b);
  }

  public DoubleMatrix minus(DoubleMatrix b) {
    return plus(-1, b);
  }

  private DoubleMatrix plus(double factor, DoubleMatrix b) {
    sameShape(b);
    double[] out = data.clone();
    Blas.axpy(out.length, factor, b.data, 0, out, 0);
    return new DoubleMatrix(rows, cols, out);
  }

  public DoubleMatrix times(double factor) {
    double[] out = new double[data.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = data[i] * factor;
    }
    return new DoubleMatrix(rows, cols, out);
  }

  /** diag(s)·A: row i times s[i]. */
  public DoubleMatrix scaleRows(double[] s) {
    check(s.length == rows, s.length + " factors for " + rows + " rows");
    double[] out = data.clone();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        out[i * cols + j] *= s[i];
      }
    }
    return new DoubleMatrix(rows, cols, out);
  }

  /** A·diag(s): column j times s[j]. */
  public DoubleMatrix scaleColumns(double[] s) {
    check(s.length == cols, s.length + " factors for " + cols + " columns");
    double[] out = data.clone();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        out[i * cols + j] *= s[j];
      }
    }
    return new DoubleMatrix(rows, cols, out);
  }

  /** Every row minus v. */
  public DoubleMatrix minusFromRows(double[] v) {
    check(v.length == cols, "a vector of " + v.length + " from rows of " + cols);
    double[] out = data.clone();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        out[i * cols + j] -= v[j];
      }
    }
    return new DoubleMatrix(rows, cols, out);
  }

  /** A on top of B. */
  public DoubleMatrix above(DoubleMatrix b) {
    if (rows > 0 && b.rows > 0) {
      check(cols == b.cols, cols + " columns on top of " + b.cols);
    }
    double[] out = Arrays.copyOf(data, data.length + b.data.length);
    System.arraycopy(b.data, 0, out, data.length, b.data.length);
    return new DoubleMatrix(rows + b.rows, rows > 0 ? cols : b.cols, out);
  }

  /** ½(A + A'): removes what rounding has left of asymmetry. */
  public DoubleMatrix symmetrized() {
    check(rows == cols, "a " + rows + " x " + cols + " matrix cannot be symmetric");
    double[] out = new double[data.length];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        out[i * cols + j] = 0.5 * (data[i * cols + j] + data[j * cols + i]);
      }
    }
    return new DoubleMatrix(rows, cols, out);
  }

  public double trace() {
    double sum = 0;
    for (double v : diagonal()) {
      sum += v;
    }
    return sum;
  }

  /** The largest magnitude of an element, 0 for an empty matrix. */
  public double maxAbs() {
    double max = 0;
    for (double v : data) {
      max = Math.max(max, Math.abs(v));
    }
    return max;
  }

  /** Whether no element is NaN or infinite. */
  public boolean isFinite() {
    for (double v : data) {
      if (!Double.isFinite(v)) {
        return false;
      }
    }
    return true;
  }

  private void sameShape(DoubleMatrix b) {
    check(
        rows == b.rows && cols == b.cols,
        rows + " x " + cols + " and " + b.rows + " x " + b.cols + " differ in shape");
  }

  private static void check(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof DoubleMatrix m
        && rows == m.rows
        && cols == m.cols
        && Arrays.equals(data, m.data);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * rows + cols) + Arrays.hashCode(data);
  }

  /** The elements of a small matrix, the shape of a larger one. */
  @Override
  public String toString() {
    boolean small = data.length <= 64 && rows <= 64;
    return small ? Arrays.deepToString(toRows()) : rows + " x " + cols + " matrix";
  }
}
