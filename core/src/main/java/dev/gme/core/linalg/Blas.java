package dev.gme.core.linalg;

import dev.gme.core.parallel.Workers;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Products of dense matrices that lie in arrays or direct buffers, and sums over ranges of arrays.
 *
 * <pre>{@code
 * Blas.gemm(1, MatrixView.of(a, m, k), MatrixView.of(b, n, k).transpose(), 0, MatrixView.of(c, m, n));
 * }</pre>
 *
 * <p>On arrays, a large product is cut into tiles of C that {@link Workers} compute in parallel.
 * The cut depends on the sizes alone and each tile is summed by one thread, so the result does not
 * depend on the thread count. On direct buffers the product runs in the calling thread: whoever has
 * hot kernels has tiles and threads of their own.
 */
public final class Blas {
  /**
   * Edge of a tile of C. Smaller ones give more tasks but copy or pack more: a product of 1000³ ran
   * in OpenBLAS at 89 GFLOP/s with tiles of 512, at 82 with 256, at 97 uncut.
   */
  private static final int TILE = 512;

  /**
   * Edge of a tile of a symmetric C, where tiles above the diagonal are not computed: smaller ones
   * waste less on the diagonal. 600³ took 3.4 ms on two threads with 150 (10 of 16 tiles), 3.6 with
   * 100 and with 200, 5.3 with 300 (3 of 4 tiles, which two threads share badly), 4.9 in full.
   */
  private static final int SYMMETRIC_TILE = 160;

  /**
   * Multiply-adds, 0.1 to 0.2 ms, below which waking other threads (12 to 21 µs) is not worth it.
   */
  private static final long PARALLEL = 1L << 22;

  private static final GemmKernels KERNELS = Backend.gemmKernels();

  private Blas() {}

  /**
   * C ← alpha A B + beta C; with beta = 0 the old C is not read.
   *
   * @param c not transposed
   */
  public static <S> void gemm(
      double alpha, MatrixView<S> a, MatrixView<S> b, double beta, MatrixView<S> c) {
    check(a, b, c);
    int m = c.rows();
    int n = c.cols();
    if (m == 0 || n == 0) {
      return;
    }
    int k = a.cols();
    int tm = parts(m, TILE);
    int tn = parts(n, TILE);
    BlasProvider blas = Backend.blas();
    if (tm * tn == 1 || !c.isOnHeap()) {
      blas.gemm(alpha, a, b, beta, c);
      return;
    }
    run(
        tm * tn,
        (long) m * n * k,
        t -> {
          int i = start(m, tm, t / tn);
          int j = start(n, tn, t % tn);
          int mi = start(m, tm, t / tn + 1) - i;
          int nj = start(n, tn, t % tn + 1) - j;
          blas.gemm(alpha, a.part(i, mi, 0, k), b.part(0, k, j, nj), beta, c.part(i, mi, j, nj));
        });
  }

  /**
   * C ← alpha A A' + beta C, for matrices on the heap. C must be symmetric (or beta 0) and is
   * exactly symmetric afterwards.
   *
   * @param c not transposed
   */
  public static <S> void syrk(double alpha, MatrixView<S> a, double beta, MatrixView<S> c) {
    MatrixView<S> b = a.transpose();
    check(a, b, c);
    if (!c.isOnHeap()) {
      throw new IllegalArgumentException("syrk has no form for buffers");
    }
    int n = c.rows();
    int k = a.cols();
    int tn = parts(n, SYMMETRIC_TILE);
    BlasProvider blas = Backend.blas();
    if (tn == 1) {
      blas.gemm(alpha, a, b, beta, c);
      mirror(c, 0, n, 0, n);
      return;
    }
    // The tiles on and below the diagonal.
    run(
        tn * (tn + 1) / 2,
        (long) n * n * k,
        t -> {
          int ti = (int) ((Math.sqrt(8.0 * t + 1) - 1) / 2);
          int tj = t - ti * (ti + 1) / 2;
          int i = start(n, tn, ti);
          int j = start(n, tn, tj);
          int ni = start(n, tn, ti + 1) - i;
          int nj = start(n, tn, tj + 1) - j;
          blas.gemm(alpha, a.part(i, ni, 0, k), b.part(0, k, j, nj), beta, c.part(i, ni, j, nj));
          mirror(c, i, ni, j, nj);
        });
  }

  /** Copies a part below the diagonal to the other side. */
  private static void mirror(MatrixView<?> c, int i, int rows, int j, int cols) {
    for (int row = i; row < i + rows; row++) {
      int from = c.run(row);
      int end = Math.min(row, j + cols);
      if (c.data instanceof double[] x) {
        for (int col = j; col < end; col++) {
          x[c.run(col) + row] = x[from + col];
        }
      } else {
        float[] x = (float[]) c.data;
        for (int col = j; col < end; col++) {
          x[c.run(col) + row] = x[from + col];
        }
      }
    }
  }

  private static void check(MatrixView<?> a, MatrixView<?> b, MatrixView<?> c) {
    if (a.cols() != b.rows()) {
      throw new IllegalArgumentException("the product of " + a + " and " + b + " is not defined");
    }
    if (a.rows() != c.rows() || b.cols() != c.cols()) {
      throw new IllegalArgumentException("the product of " + a + " and " + b + " is not " + c);
    }
    if (c.transposed || c.isReadOnly()) {
      throw new IllegalArgumentException(
          "C is " + (c.transposed ? "transposed" : "a read-only buffer"));
    }
  }

  /**
   * y ← A x. Limited by memory traffic, so it runs in Java for both providers: native code would
   * first have to copy A.
   */
  static void gemv(MatrixView<double[]> a, double[] x, double[] y) {
    Arrays.fill(y, 0);
    for (int i = 0; i < a.runs(); i++) {
      if (a.transposed) {
        KERNELS.axpy(y.length, x[i], a.data, a.offset + i * a.stride, y, 0);
      } else {
        y[i] += KERNELS.dot(x.length, a.data, a.offset + i * a.stride, x, 0);
      }
    }
  }

  /**
   * y ← A x in direct buffers, in the calling thread.
   *
   * @param a not transposed
   */
  public static void gemv(MatrixView<FloatBuffer> a, FloatBuffer x, FloatBuffer y) {
    MatrixView<FloatBuffer> column = MatrixView.of(x, a.cols(), 1);
    MatrixView<FloatBuffer> result = MatrixView.of(y, a.rows(), 1);
    check(a, column, result);
    if (a.transposed) {
      throw new IllegalArgumentException("A is transposed");
    }
    if (a.rows() > 0) {
      Backend.blas().gemv(a, column, result);
    }
  }

  /** The sum of x y. */
  public static float dot(int n, float[] x, int xOff, float[] y, int yOff) {
    Ranges.check("x", n, x.length, xOff);
    Ranges.check("y", n, y.length, yOff);
    return KERNELS.dot(n, x, xOff, y, yOff);
  }

  /** The sum of x y. */
  public static double dot(int n, double[] x, int xOff, double[] y, int yOff) {
    Ranges.check("x", n, x.length, xOff);
    Ranges.check("y", n, y.length, yOff);
    return KERNELS.dot(n, x, xOff, y, yOff);
  }

  /** y ← y + alpha x. */
  public static void axpy(int n, float alpha, float[] x, int xOff, float[] y, int yOff) {
    Ranges.check("x", n, x.length, xOff);
    Ranges.check("y", n, y.length, yOff);
    KERNELS.axpy(n, alpha, x, xOff, y, yOff);
  }

  /** y ← y + alpha x. */
  public static void axpy(int n, double alpha, double[] x, int xOff, double[] y, int yOff) {
    Ranges.check("x", n, x.length, xOff);
    Ranges.check("y", n, y.length, yOff);
    KERNELS.axpy(n, alpha, x, xOff, y, yOff);
  }

  private static void run(int tasks, long multiplications, IntConsumer task) {
    if (multiplications < PARALLEL) {
      for (int t = 0; t < tasks; t++) {
        task.accept(t);
      }
    } else {
      Workers.forEach(tasks, task);
    }
  }

  /** How many parts of at most {@code size} n has. */
  static int parts(int n, int size) {
    return (n + size - 1) / size;
  }

  /** Where part p of {@code parts} nearly equal parts of n begins. */
  static int start(int n, int parts, int p) {
    return (int) ((long) n * p / parts);
  }
}
