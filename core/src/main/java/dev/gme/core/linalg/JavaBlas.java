package dev.gme.core.linalg;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * Matrix products in Java, blocked for the caches as Goto and van de Geijn describe ("Anatomy of
 * high-performance matrix multiplication", 2008): a block of B is packed once and stays in the
 * second-level cache (512 columns, the widest tile {@link Blas} hands over, are 512 KiB), panels of
 * A stream past it, and a micro-kernel keeps a tile of C in registers.
 */
final class JavaBlas implements BlasProvider {
  /** Inner dimension of a block: a smaller one reads and writes C too often. */
  private static final int KC = 256;

  /** Rows of a packed block of A; a multiple of MR. KC x MC floats are 96 KiB. */
  private static final int MC = 96;

  private final GemmKernels kernels;

  JavaBlas(GemmKernels kernels) {
    this.kernels = kernels;
  }

  @Override
  public String describe() {
    return kernels.floatLanes() > 1
        ? "matrix products in Java with the Vector API"
        : "matrix products in plain Java";
  }

  @Override
  public void gemm(
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
    int mr = GemmKernels.MR;
    int nr = kernels.floatNr();
    int kc = Math.min(k, KC);
    float[] bPack = new float[roundUp(n, nr) * kc];
    float[] aPack = new float[Math.min(MC, roundUp(m, mr)) * kc];
    float[] edge = new float[mr * nr];
    int p = 0;
    do {
      int kp = Math.min(KC, k - p);
      int bStart = bOff + (opB == Op.NONE ? p * ldb : p);
      pack(opB == Op.NONE, kp, n, nr, 1, b, bStart, ldb, bPack);
      for (int i = 0; i < m; i += MC) {
        int mi = Math.min(MC, m - i);
        if (p == 0) {
          scale(beta, mi, n, c, cOff + i * ldc, ldc);
        }
        int aStart = aOff + (opA == Op.NONE ? i * lda + p : p * lda + i);
        pack(opA == Op.TRANSPOSE, kp, mi, mr, alpha, a, aStart, lda, aPack);
        for (int j = 0; j < n; j += nr) {
          int nj = Math.min(nr, n - j);
          for (int ii = 0; ii < mi; ii += mr) {
            int mm = Math.min(mr, mi - ii);
            int cTile = cOff + (i + ii) * ldc + j;
            // One call for both cases: of two, the compiler would optimize only the frequent one.
            boolean whole = mm == mr && nj == nr;
            kernels.tile(
                kp,
                aPack,
                ii * kp,
                bPack,
                j * kp,
                whole ? c : edge,
                whole ? cTile : 0,
                whole ? ldc : nr);
            if (!whole) {
              addEdge(mm, nj, edge, nr, c, cTile, ldc);
            }
          }
        }
      }
      p += kp;
    } while (p < k);
  }

  /** C ← beta C, a block just before it is used, which brings it into the cache. */
  private static void scale(float beta, int m, int n, float[] c, int off, int ldc) {
    for (int i = 0; i < m; i++) {
      int row = off + i * ldc;
      if (beta == 0) {
        Arrays.fill(c, row, row + n, 0);
      } else if (beta != 1) {
        for (int j = 0; j < n; j++) {
          c[row + j] *= beta;
        }
      }
    }
  }

  /** Adds the part of a micro-tile that lies within C, and clears the tile for the next one. */
  private static void addEdge(int m, int n, float[] edge, int nr, float[] c, int cOff, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        c[cOff + i * ldc + j] += edge[i * nr + j];
      }
    }
    Arrays.fill(edge, 0);
  }

  private static int roundUp(int n, int multiple) {
    return (n + multiple - 1) / multiple * multiple;
  }

  /**
   * Packs a matrix of k inner and n outer indices into panels of {@code width} outer indices, inner
   * index slowest within a panel, scaled, the last panel filled up with zeros.
   *
   * @param outerIsContiguous whether neighbours along the outer index are neighbours in memory
   */
  private static void pack(
      boolean outerIsContiguous,
      int k,
      int n,
      int width,
      float scale,
      float[] x,
      int off,
      int ld,
      float[] out) {
    if (n % width != 0) {
      int last = n / width * width;
      Arrays.fill(out, last * k, (last + width) * k, 0);
    }
    if (outerIsContiguous) {
      // Whole rows of x, so that memory is read in its order.
      for (int p = 0; p < k; p++) {
        for (int j = 0; j < n; j += width) {
          int w = Math.min(width, n - j);
          System.arraycopy(x, off + p * ld + j, out, j * k + p * width, w);
        }
      }
    } else {
      for (int j = 0; j < n; j++) {
        int to = j / width * width * k + j % width;
        int row = off + j * ld;
        for (int p = 0; p < k; p++) {
          out[to + p * width] = x[row + p];
        }
      }
    }
    if (scale != 1) {
      for (int i = 0; i < roundUp(n, width) * k; i++) {
        out[i] *= scale;
      }
    }
  }

  @Override
  public void gemm(
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
    int mr = GemmKernels.MR;
    int nr = kernels.doubleNr();
    int kc = Math.min(k, KC);
    double[] bPack = new double[roundUp(n, nr) * kc];
    double[] aPack = new double[Math.min(MC, roundUp(m, mr)) * kc];
    double[] edge = new double[mr * nr];
    int p = 0;
    do {
      int kp = Math.min(KC, k - p);
      int bStart = bOff + (opB == Op.NONE ? p * ldb : p);
      pack(opB == Op.NONE, kp, n, nr, 1, b, bStart, ldb, bPack);
      for (int i = 0; i < m; i += MC) {
        int mi = Math.min(MC, m - i);
        if (p == 0) {
          scale(beta, mi, n, c, cOff + i * ldc, ldc);
        }
        int aStart = aOff + (opA == Op.NONE ? i * lda + p : p * lda + i);
        pack(opA == Op.TRANSPOSE, kp, mi, mr, alpha, a, aStart, lda, aPack);
        for (int j = 0; j < n; j += nr) {
          int nj = Math.min(nr, n - j);
          for (int ii = 0; ii < mi; ii += mr) {
            int mm = Math.min(mr, mi - ii);
            int cTile = cOff + (i + ii) * ldc + j;
            // One call for both cases: of two, the compiler would optimize only the frequent one.
            boolean whole = mm == mr && nj == nr;
            kernels.tile(
                kp,
                aPack,
                ii * kp,
                bPack,
                j * kp,
                whole ? c : edge,
                whole ? cTile : 0,
                whole ? ldc : nr);
            if (!whole) {
              addEdge(mm, nj, edge, nr, c, cTile, ldc);
            }
          }
        }
      }
      p += kp;
    } while (p < k);
  }

  /** As the scale of floats. */
  private static void scale(double beta, int m, int n, double[] c, int off, int ldc) {
    for (int i = 0; i < m; i++) {
      int row = off + i * ldc;
      if (beta == 0) {
        Arrays.fill(c, row, row + n, 0);
      } else if (beta != 1) {
        for (int j = 0; j < n; j++) {
          c[row + j] *= beta;
        }
      }
    }
  }

  /** As that of floats. */
  private static void addEdge(int m, int n, double[] edge, int nr, double[] c, int cOff, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        c[cOff + i * ldc + j] += edge[i * nr + j];
      }
    }
    Arrays.fill(edge, 0);
  }

  /** As the pack of floats. */
  private static void pack(
      boolean outerIsContiguous,
      int k,
      int n,
      int width,
      double scale,
      double[] x,
      int off,
      int ld,
      double[] out) {
    if (n % width != 0) {
      int last = n / width * width;
      Arrays.fill(out, last * k, (last + width) * k, 0);
    }
    if (outerIsContiguous) {
      // Whole rows of x, so that memory is read in its order.
      for (int p = 0; p < k; p++) {
        for (int j = 0; j < n; j += width) {
          int w = Math.min(width, n - j);
          System.arraycopy(x, off + p * ld + j, out, j * k + p * width, w);
        }
      }
    } else {
      for (int j = 0; j < n; j++) {
        int to = j / width * width * k + j % width;
        int row = off + j * ld;
        for (int p = 0; p < k; p++) {
          out[to + p * width] = x[row + p];
        }
      }
    }
    if (scale != 1) {
      for (int i = 0; i < roundUp(n, width) * k; i++) {
        out[i] *= scale;
      }
    }
  }

  @Override
  public void gemm(
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
    boolean ta = opA == Op.TRANSPOSE;
    boolean tb = opB == Op.TRANSPOSE;
    float[] aHeap = heap(a, aOff, lda, ta ? k : m, ta ? m : k);
    float[] bHeap = heap(b, bOff, ldb, tb ? n : k, tb ? k : n);
    float[] cHeap = beta == 0 ? new float[m * n] : heap(c, cOff, ldc, m, n);
    gemm(opA, opB, m, n, k, alpha, aHeap, 0, ta ? m : k, bHeap, 0, tb ? k : n, beta, cHeap, 0, n);
    for (int i = 0; i < m; i++) {
      c.duplicate().clear().position(cOff + i * ldc).put(cHeap, i * n, n);
    }
  }

  private static float[] heap(FloatBuffer x, int off, int ld, int rows, int cols) {
    float[] out = new float[rows * cols];
    for (int i = 0; i < rows; i++) {
      x.duplicate().clear().position(off + i * ld).get(out, i * cols, cols);
    }
    return out;
  }

  @Override
  public void gemm(
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
    boolean ta = opA == Op.TRANSPOSE;
    boolean tb = opB == Op.TRANSPOSE;
    double[] aHeap = heap(a, aOff, lda, ta ? k : m, ta ? m : k);
    double[] bHeap = heap(b, bOff, ldb, tb ? n : k, tb ? k : n);
    double[] cHeap = beta == 0 ? new double[m * n] : heap(c, cOff, ldc, m, n);
    gemm(opA, opB, m, n, k, alpha, aHeap, 0, ta ? m : k, bHeap, 0, tb ? k : n, beta, cHeap, 0, n);
    for (int i = 0; i < m; i++) {
      c.duplicate().clear().position(cOff + i * ldc).put(cHeap, i * n, n);
    }
  }

  private static double[] heap(DoubleBuffer x, int off, int ld, int rows, int cols) {
    double[] out = new double[rows * cols];
    for (int i = 0; i < rows; i++) {
      x.duplicate().clear().position(off + i * ld).get(out, i * cols, cols);
    }
    return out;
  }
}
