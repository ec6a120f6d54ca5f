package dev.gme.core.linalg;

import java.nio.Buffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;

/**
 * A matrix within an array or a direct buffer, as an operand of {@link Blas}: rows follow each
 * other at a distance, the stride, that may be larger than they are long. Nothing is copied; a
 * transpose and a part are views of the same elements.
 *
 * <pre>{@code
 * MatrixView<double[]> a = MatrixView.of(x, 3, 2);                 // the first six elements
 * MatrixView<double[]> b = MatrixView.of(y, 10, 3, 2, 5);          // rows at 10, 15 and 20
 * Blas.gemm(1, a.transpose(), b, 0, MatrixView.of(c, 2, 2));       // c ← a' b
 * }</pre>
 *
 * @param <S> what holds the elements: {@code float[]}, {@code double[]}, {@link FloatBuffer} or
 *     {@link DoubleBuffer}
 */
public final class MatrixView<S> {
  final S data;
  final int offset;
  final int stride;

  /** Whether the elements lie column by column, {@link #stride} then being that of columns. */
  final boolean transposed;

  private final int rows;
  private final int cols;

  private MatrixView(S data, int offset, int rows, int cols, int stride, boolean transposed) {
    this.data = data;
    this.offset = offset;
    this.rows = rows;
    this.cols = cols;
    this.stride = stride;
    this.transposed = transposed;
  }

  private static <S> MatrixView<S> checked(
      S data, int size, int offset, int rows, int cols, int stride) {
    long end = offset + (rows == 0 ? 0 : (rows - 1L) * stride + cols);
    if (rows < 0 || cols < 0 || offset < 0 || stride < cols || end > size) {
      throw new IllegalArgumentException(
          String.format(
              "%d x %d at offset %d with stride %d does not fit into %d elements",
              rows, cols, offset, stride, size));
    }
    return new MatrixView<>(data, offset, rows, cols, stride, false);
  }

  /** The first rows · cols elements, row by row. */
  public static MatrixView<float[]> of(float[] x, int rows, int cols) {
    return of(x, 0, rows, cols, cols);
  }

  /** The first rows · cols elements, row by row. */
  public static MatrixView<double[]> of(double[] x, int rows, int cols) {
    return of(x, 0, rows, cols, cols);
  }

  /** The first rows · cols elements, row by row, whatever the buffer's position and limit. */
  public static MatrixView<FloatBuffer> of(FloatBuffer x, int rows, int cols) {
    return of(x, 0, rows, cols, cols);
  }

  /** The first rows · cols elements, row by row, whatever the buffer's position and limit. */
  public static MatrixView<DoubleBuffer> of(DoubleBuffer x, int rows, int cols) {
    return of(x, 0, rows, cols, cols);
  }

  /** Row i is the {@code cols} elements from offset + i · stride on. */
  public static MatrixView<float[]> of(float[] x, int offset, int rows, int cols, int stride) {
    return checked(x, x.length, offset, rows, cols, stride);
  }

  /** Row i is the {@code cols} elements from offset + i · stride on. */
  public static MatrixView<double[]> of(double[] x, int offset, int rows, int cols, int stride) {
    return checked(x, x.length, offset, rows, cols, stride);
  }

  /** Row i is the {@code cols} elements from offset + i · stride on, from the buffer's start. */
  public static MatrixView<FloatBuffer> of(
      FloatBuffer x, int offset, int rows, int cols, int stride) {
    checkBuffer(x, x.order());
    return checked(x.duplicate().clear(), x.capacity(), offset, rows, cols, stride);
  }

  /** Row i is the {@code cols} elements from offset + i · stride on, from the buffer's start. */
  public static MatrixView<DoubleBuffer> of(
      DoubleBuffer x, int offset, int rows, int cols, int stride) {
    checkBuffer(x, x.order());
    return checked(x.duplicate().clear(), x.capacity(), offset, rows, cols, stride);
  }

  private static void checkBuffer(Buffer x, ByteOrder order) {
    if (!x.isDirect()) {
      throw new IllegalArgumentException("products outside the heap need direct buffers");
    }
    if (order != ByteOrder.nativeOrder()) {
      throw new IllegalArgumentException(
          "products need buffers in native byte order, found " + order);
    }
  }

  public int rows() {
    return rows;
  }

  public int cols() {
    return cols;
  }

  /** The same elements with rows for columns. */
  public MatrixView<S> transpose() {
    return new MatrixView<>(data, offset, cols, rows, stride, !transposed);
  }

  /** The rows from {@code i} and columns from {@code j} on, so many of each. */
  public MatrixView<S> part(int i, int partRows, int j, int partCols) {
    if (i < 0
        || partRows < 0
        || partRows > rows - i
        || j < 0
        || partCols < 0
        || partCols > cols - j) {
      throw new IllegalArgumentException(
          partRows + " x " + partCols + " from (" + i + ", " + j + ") is no part of " + this);
    }
    int start = transposed ? j * stride + i : i * stride + j;
    return new MatrixView<>(data, offset + start, partRows, partCols, stride, transposed);
  }

  boolean isOnHeap() {
    return !(data instanceof Buffer);
  }

  boolean isReadOnly() {
    return data instanceof Buffer buffer && buffer.isReadOnly();
  }

  /** How many runs of neighbouring elements there are: rows, or columns where transposed. */
  int runs() {
    return transposed ? cols : rows;
  }

  /** Elements of a run. */
  int runLength() {
    return transposed ? rows : cols;
  }

  /** Where run i begins. */
  int run(int i) {
    return offset + i * stride;
  }

  /** A matrix of this shape whose runs follow each other from element 0 of another storage. */
  <T> MatrixView<T> withoutGaps(T storage) {
    return new MatrixView<>(storage, 0, rows, cols, runLength(), transposed);
  }

  @Override
  public String toString() {
    return transposed ? "the transpose of " + cols + " x " + rows : rows + " x " + cols;
  }
}
