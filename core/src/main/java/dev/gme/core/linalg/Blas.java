package dev.gme.core.linalg;

import dev.gme.core.parallel.Workers;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.function.IntConsumer;

/**
 * Products of dense matrices that lie row by row in arrays or direct buffers: matrix A starts at
 * {@code aOff}, its next row {@code lda} elements later.
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
   * The same for symmetric results, where tiles above the diagonal are not computed: smaller ones
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

  /** C ← alpha op(A) op(B) + beta C; C is m x n, the inner dimension is k. */
  public static void gemm(
      Op opA,
      Op opB,
      int m,
      int n,
      int k,
      float alpha,
      float[] a,
      int aOff,
      int lda,
      float[] b,
      int bOff,
      int ldb,
      float beta,
      float[] c,
      int cOff,
      int ldc) {
    checkGemm(opA, opB, m, n, k, a.length, aOff, lda, b.length, bOff, ldb, c.length, cOff, ldc);
    BlasProvider blas = Backend.blas();
    forTiles(
        m,
        n,
        k,
        (i, mi, j, nj) ->
            blas.gemm(
                opA,
                opB,
                mi,
                nj,
                k,
                alpha,
                a,
                aOff + rowOffset(opA, i, lda),
                lda,
                b,
                bOff + columnOffset(opB, j, ldb),
                ldb,
                beta,
                c,
                cOff + i * ldc + j,
                ldc));
  }

  /** C ← alpha op(A) op(B) + beta C; C is m x n, the inner dimension is k. */
  public static void gemm(
      Op opA,
      Op opB,
      int m,
      int n,
      int k,
      double alpha,
      double[] a,
      int aOff,
      int lda,
      double[] b,
      int bOff,
      int ldb,
      double beta,
      double[] c,
      int cOff,
      int ldc) {
    checkGemm(opA, opB, m, n, k, a.length, aOff, lda, b.length, bOff, ldb, c.length, cOff, ldc);
    BlasProvider blas = Backend.blas();
    forTiles(
        m,
        n,
        k,
        (i, mi, j, nj) ->
            blas.gemm(
                opA,
                opB,
                mi,
                nj,
                k,
                alpha,
                a,
                aOff + rowOffset(opA, i, lda),
                lda,
                b,
                bOff + columnOffset(opB, j, ldb),
                ldb,
                beta,
                c,
                cOff + i * ldc + j,
                ldc));
  }

  /** The same on direct buffers, in the calling thread. */
  public static void gemm(
      Op opA,
      Op opB,
      int m,
      int n,
      int k,
      float alpha,
      FloatBuffer a,
      int aOff,
      int lda,
      FloatBuffer b,
      int bOff,
      int ldb,
      float beta,
      FloatBuffer c,
      int cOff,
      int ldc) {
    checkBuffers(a, b, c);
    checkGemm(
        opA,
        opB,
        m,
        n,
        k,
        a.capacity(),
        aOff,
        lda,
        b.capacity(),
        bOff,
        ldb,
        c.capacity(),
        cOff,
        ldc);
    if (m > 0 && n > 0) {
      Backend.blas().gemm(opA, opB, m, n, k, alpha, a, aOff, lda, b, bOff, ldb, beta, c, cOff, ldc);
    }
  }

  /** The same on direct buffers, in the calling thread. */
  public static void gemm(
      Op opA,
      Op opB,
      int m,
      int n,
      int k,
      double alpha,
      DoubleBuffer a,
      int aOff,
      int lda,
      DoubleBuffer b,
      int bOff,
      int ldb,
      double beta,
      DoubleBuffer c,
      int cOff,
      int ldc) {
    checkBuffers(a, b, c);
    checkGemm(
        opA,
        opB,
        m,
        n,
        k,
        a.capacity(),
        aOff,
        lda,
        b.capacity(),
        bOff,
        ldb,
        c.capacity(),
        cOff,
        ldc);
    if (m > 0 && n > 0) {
      Backend.blas().gemm(opA, opB, m, n, k, alpha, a, aOff, lda, b, bOff, ldb, beta, c, cOff, ldc);
    }
  }

  /**
   * C ← alpha A A' + beta C (op NONE, A is n x k) or alpha A' A + beta C (op TRANSPOSE, A is k x
   * n). C must be symmetric (or beta 0) and is exactly symmetric afterwards.
   */
  public static void syrk(
      Op op,
      int n,
      int k,
      float alpha,
      float[] a,
      int aOff,
      int lda,
      float beta,
      float[] c,
      int cOff,
      int ldc) {
    Op opB = op == Op.NONE ? Op.TRANSPOSE : Op.NONE;
    checkGemm(op, opB, n, n, k, a.length, aOff, lda, a.length, aOff, lda, c.length, cOff, ldc);
    BlasProvider blas = Backend.blas();
    forLowerTiles(
        n,
        k,
        (i, ni, j, nj) -> {
          blas.gemm(
              op,
              opB,
              ni,
              nj,
              k,
              alpha,
              a,
              aOff + rowOffset(op, i, lda),
              lda,
              a,
              aOff + columnOffset(opB, j, lda),
              lda,
              beta,
              c,
              cOff + i * ldc + j,
              ldc);
          for (int row = i; row < i + ni; row++) {
            for (int col = j; col < Math.min(row, j + nj); col++) {
              c[cOff + col * ldc + row] = c[cOff + row * ldc + col];
            }
          }
        });
  }

  /**
   * C ← alpha A A' + beta C (op NONE, A is n x k) or alpha A' A + beta C (op TRANSPOSE, A is k x
   * n). C must be symmetric (or beta 0) and is exactly symmetric afterwards.
   */
  public static void syrk(
      Op op,
      int n,
      int k,
      double alpha,
      double[] a,
      int aOff,
      int lda,
      double beta,
      double[] c,
      int cOff,
      int ldc) {
    Op opB = op == Op.NONE ? Op.TRANSPOSE : Op.NONE;
    checkGemm(op, opB, n, n, k, a.length, aOff, lda, a.length, aOff, lda, c.length, cOff, ldc);
    BlasProvider blas = Backend.blas();
    forLowerTiles(
        n,
        k,
        (i, ni, j, nj) -> {
          blas.gemm(
              op,
              opB,
              ni,
              nj,
              k,
              alpha,
              a,
              aOff + rowOffset(op, i, lda),
              lda,
              a,
              aOff + columnOffset(opB, j, lda),
              lda,
              beta,
              c,
              cOff + i * ldc + j,
              ldc);
          for (int row = i; row < i + ni; row++) {
            for (int col = j; col < Math.min(row, j + nj); col++) {
              c[cOff + col * ldc + row] = c[cOff + row * ldc + col];
            }
          }
        });
  }

  /**
   * y ← alpha op(A) x + beta y, A stored m x n. Limited by memory traffic, so it runs in Java for
   * both providers: native code would first have to copy A.
   */
  public static void gemv(
      Op op,
      int m,
      int n,
      float alpha,
      float[] a,
      int aOff,
      int lda,
      float[] x,
      int xOff,
      float beta,
      float[] y,
      int yOff) {
    checkMatrix("A", m, n, a.length, aOff, lda);
    Ranges.check("x", op == Op.NONE ? n : m, x.length, xOff);
    Ranges.check("y", op == Op.NONE ? m : n, y.length, yOff);
    int length = op == Op.NONE ? m : n;
    for (int i = 0; i < length; i++) {
      y[yOff + i] = beta == 0 ? 0 : beta * y[yOff + i];
    }
    for (int i = 0; i < m; i++) {
      if (op == Op.NONE) {
        y[yOff + i] += alpha * KERNELS.dot(n, a, aOff + i * lda, x, xOff);
      } else {
        KERNELS.axpy(n, alpha * x[xOff + i], a, aOff + i * lda, y, yOff);
      }
    }
  }

  /** y ← alpha op(A) x + beta y, A stored m x n; in Java for both providers. */
  public static void gemv(
      Op op,
      int m,
      int n,
      double alpha,
      double[] a,
      int aOff,
      int lda,
      double[] x,
      int xOff,
      double beta,
      double[] y,
      int yOff) {
    checkMatrix("A", m, n, a.length, aOff, lda);
    Ranges.check("x", op == Op.NONE ? n : m, x.length, xOff);
    Ranges.check("y", op == Op.NONE ? m : n, y.length, yOff);
    int length = op == Op.NONE ? m : n;
    for (int i = 0; i < length; i++) {
      y[yOff + i] = beta == 0 ? 0 : beta * y[yOff + i];
    }
    for (int i = 0; i < m; i++) {
      if (op == Op.NONE) {
        y[yOff + i] += alpha * KERNELS.dot(n, a, aOff + i * lda, x, xOff);
      } else {
        KERNELS.axpy(n, alpha * x[xOff + i], a, aOff + i * lda, y, yOff);
      }
    }
  }

  /** A ← A + alpha x y', A stored m x n. */
  public static void ger(
      int m,
      int n,
      float alpha,
      float[] x,
      int xOff,
      float[] y,
      int yOff,
      float[] a,
      int aOff,
      int lda) {
    checkMatrix("A", m, n, a.length, aOff, lda);
    Ranges.check("x", m, x.length, xOff);
    Ranges.check("y", n, y.length, yOff);
    for (int i = 0; i < m; i++) {
      KERNELS.axpy(n, alpha * x[xOff + i], y, yOff, a, aOff + i * lda);
    }
  }

  /** A ← A + alpha x y', A stored m x n. */
  public static void ger(
      int m,
      int n,
      double alpha,
      double[] x,
      int xOff,
      double[] y,
      int yOff,
      double[] a,
      int aOff,
      int lda) {
    checkMatrix("A", m, n, a.length, aOff, lda);
    Ranges.check("x", m, x.length, xOff);
    Ranges.check("y", n, y.length, yOff);
    for (int i = 0; i < m; i++) {
      KERNELS.axpy(n, alpha * x[xOff + i], y, yOff, a, aOff + i * lda);
    }
  }

  public static float dot(int n, float[] x, int xOff, float[] y, int yOff) {
    Ranges.check("x", n, x.length, xOff);
    Ranges.check("y", n, y.length, yOff);
    return KERNELS.dot(n, x, xOff, y, yOff);
  }

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

  /** Work on the tile of C at row i and column j with mi rows and nj columns. */
  private interface Tile {
    void compute(int i, int mi, int j, int nj);
  }

  /** All tiles of an m x n result. */
  private static void forTiles(int m, int n, int k, Tile tile) {
    int tm = parts(m, TILE);
    int tn = parts(n, TILE);
    run(
        tm * tn,
        (long) m * n * k,
        t -> {
          int i = start(m, tm, t / tn);
          int j = start(n, tn, t % tn);
          tile.compute(i, start(m, tm, t / tn + 1) - i, j, start(n, tn, t % tn + 1) - j);
        });
  }

  /** The tiles on and below the diagonal of a symmetric n x n result. */
  private static void forLowerTiles(int n, int k, Tile tile) {
    int tn = parts(n, SYMMETRIC_TILE);
    run(
        tn * (tn + 1) / 2,
        (long) n * n * k,
        t -> {
          int ti = (int) ((Math.sqrt(8.0 * t + 1) - 1) / 2);
          int tj = t - ti * (ti + 1) / 2;
          int i = start(n, tn, ti);
          int j = start(n, tn, tj);
          tile.compute(i, start(n, tn, ti + 1) - i, j, start(n, tn, tj + 1) - j);
        });
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

  private static int rowOffset(Op op, int i, int ld) {
    return op == Op.NONE ? i * ld : i;
  }

  private static int columnOffset(Op op, int j, int ld) {
    return op == Op.NONE ? j : j * ld;
  }

  private static void checkGemm(
      Op opA,
      Op opB,
      int m,
      int n,
      int k,
      int aSize,
      int aOff,
      int lda,
      int bSize,
      int bOff,
      int ldb,
      int cSize,
      int cOff,
      int ldc) {
    boolean ta = opA == Op.TRANSPOSE;
    boolean tb = opB == Op.TRANSPOSE;
    checkMatrix("A", ta ? k : m, ta ? m : k, aSize, aOff, lda);
    checkMatrix("B", tb ? n : k, tb ? k : n, bSize, bOff, ldb);
    checkMatrix("C", m, n, cSize, cOff, ldc);
  }

  private static void checkMatrix(String name, int rows, int cols, int size, int off, int ld) {
    long end = off + (rows == 0 ? 0 : (rows - 1L) * ld + cols);
    if (rows < 0 || cols < 0 || off < 0 || ld < cols || end > size) {
      throw new IllegalArgumentException(
          name
              + ": "
              + rows
              + " x "
              + cols
              + " at offset "
              + off
              + " with leading dimension "
              + ld
              + " does not fit into "
              + size
              + " elements");
    }
  }

  private static void checkBuffers(FloatBuffer a, FloatBuffer b, FloatBuffer c) {
    checkBuffers(a.isDirect() && b.isDirect() && c.isDirect(), c.isReadOnly());
    checkOrder(a.order(), b.order(), c.order());
  }

  private static void checkBuffers(DoubleBuffer a, DoubleBuffer b, DoubleBuffer c) {
    checkBuffers(a.isDirect() && b.isDirect() && c.isDirect(), c.isReadOnly());
    checkOrder(a.order(), b.order(), c.order());
  }

  private static void checkBuffers(boolean direct, boolean readOnly) {
    if (!direct) {
      throw new IllegalArgumentException("products outside the heap need direct buffers");
    }
    if (readOnly) {
      throw new IllegalArgumentException("C is a read-only buffer");
    }
  }

  private static void checkOrder(ByteOrder... orders) {
    for (ByteOrder order : orders) {
      if (order != ByteOrder.nativeOrder()) {
        throw new IllegalArgumentException(
            "products need buffers in native byte order, found " + order);
      }
    }
  }
}
