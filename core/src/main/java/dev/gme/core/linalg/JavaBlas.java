package dev.gme.core.linalg;

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
  public void gemm(double alpha, MatrixView<?> a, MatrixView<?> b, double beta, MatrixView<?> c) {
    if (!c.isOnHeap()) {
      MatrixView<?> cHeap = heap(c);
      gemm(alpha, heap(a), heap(b), beta, cHeap);
      NativeScratch.copyIn(cHeap, c);
    } else if (c.data instanceof float[]) {
      floats(alpha, a, b, beta, c);
    } else {
      doubles(alpha, a, b, beta, c);
    }
  }

  /** A copy on the heap. */
  private static MatrixView<?> heap(MatrixView<?> x) {
    int n = x.runs() * x.runLength();
    MatrixView<?> out =
        x.data instanceof FloatBuffer ? x.withoutGaps(new float[n]) : x.withoutGaps(new double[n]);
    NativeScratch.copyOut(x, out);
    return out;
  }

  private void floats(
      double alpha, MatrixView<?> a, MatrixView<?> b, double beta, MatrixView<?> c) {
    float[] cs = (float[]) c.data;
    int m = c.rows();
    int n = c.cols();
    int k = a.cols();
    int ldc = c.stride;
    int mr = GemmKernels.MR;
    int nr = kernels.floatNr();
    int kc = Math.min(k, KC);
    float[] bPack = new float[roundUp(n, nr) * kc];
    float[] aPack = new float[Math.min(MC, roundUp(m, mr)) * kc];
    float[] edge = new float[mr * nr];
    int p = 0;
    do {
      int kp = Math.min(KC, k - p);
      pack(nr, 1, b.part(p, kp, 0, n), bPack);
      for (int i = 0; i < m; i += MC) {
        int mi = Math.min(MC, m - i);
        if (p == 0) {
          scale((float) beta, mi, n, cs, c.run(i), ldc);
        }
        pack(mr, (float) alpha, a.part(i, mi, p, kp).transpose(), aPack);
        for (int j = 0; j < n; j += nr) {
          int nj = Math.min(nr, n - j);
          for (int ii = 0; ii < mi; ii += mr) {
            int mm = Math.min(mr, mi - ii);
            int at = c.offset + (i + ii) * ldc + j;
            // One call for both cases: of two, the compiler would optimize only the frequent one.
            boolean whole = mm == mr && nj == nr;
            float[] to = whole ? cs : edge;
            kernels.tile(kp, aPack, ii * kp, bPack, j * kp, to, whole ? at : 0, whole ? ldc : nr);
            if (!whole) {
              addEdge(mm, nj, edge, nr, cs, at, ldc);
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
   * Packs a matrix of inner times outer indices into panels of {@code width} outer indices, inner
   * index slowest within a panel, scaled, the last panel filled up with zeros.
   */
  private static void pack(int width, float scale, MatrixView<?> x, float[] out) {
    float[] from = (float[]) x.data;
    int k = x.rows();
    int n = x.cols();
    if (n % width != 0) {
      int last = n / width * width;
      Arrays.fill(out, last * k, (last + width) * k, 0);
    }
    if (x.transposed) {
      for (int j = 0; j < n; j++) {
        int to = j / width * width * k + j % width;
        int column = x.run(j);
        for (int p = 0; p < k; p++) {
          out[to + p * width] = from[column + p];
        }
      }
    } else {
      // Whole rows of x, so that memory is read in its order.
      for (int p = 0; p < k; p++) {
        for (int j = 0; j < n; j += width) {
          System.arraycopy(from, x.run(p) + j, out, j * k + p * width, Math.min(width, n - j));
        }
      }
    }
    if (scale != 1) {
      for (int i = 0; i < roundUp(n, width) * k; i++) {
        out[i] *= scale;
      }
    }
  }

  private void doubles(
      double alpha, MatrixView<?> a, MatrixView<?> b, double beta, MatrixView<?> c) {
    double[] cs = (double[]) c.data;
    int m = c.rows();
    int n = c.cols();
    int k = a.cols();
    int ldc = c.stride;
    int mr = GemmKernels.MR;
    int nr = kernels.doubleNr();
    int kc = Math.min(k, KC);
    double[] bPack = new double[roundUp(n, nr) * kc];
    double[] aPack = new double[Math.min(MC, roundUp(m, mr)) * kc];
    double[] edge = new double[mr * nr];
    int p = 0;
    do {
      int kp = Math.min(KC, k - p);
      pack(nr, 1, b.part(p, kp, 0, n), bPack);
      for (int i = 0; i < m; i += MC) {
        int mi = Math.min(MC, m - i);
        if (p == 0) {
          scale(beta, mi, n, cs, c.run(i), ldc);
        }
        pack(mr, alpha, a.part(i, mi, p, kp).transpose(), aPack);
        for (int j = 0; j < n; j += nr) {
          int nj = Math.min(nr, n - j);
          for (int ii = 0; ii < mi; ii += mr) {
            int mm = Math.min(mr, mi - ii);
            int at = c.offset + (i + ii) * ldc + j;
            // One call for both cases: of two, the compiler would optimize only the frequent one.
            boolean whole = mm == mr && nj == nr;
            double[] to = whole ? cs : edge;
            kernels.tile(kp, aPack, ii * kp, bPack, j * kp, to, whole ? at : 0, whole ? ldc : nr);
            if (!whole) {
              addEdge(mm, nj, edge, nr, cs, at, ldc);
            }
          }
        }
      }
      p += kp;
    } while (p < k);
  }

  /** C ← beta C in double. */
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

  /** Adds a micro-tile of doubles at an edge. */
  private static void addEdge(int m, int n, double[] edge, int nr, double[] c, int cOff, int ldc) {
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        c[cOff + i * ldc + j] += edge[i * nr + j];
      }
    }
    Arrays.fill(edge, 0);
  }

  /** Packs doubles as floats are packed. */
  private static void pack(int width, double scale, MatrixView<?> x, double[] out) {
    double[] from = (double[]) x.data;
    int k = x.rows();
    int n = x.cols();
    if (n % width != 0) {
      int last = n / width * width;
      Arrays.fill(out, last * k, (last + width) * k, 0);
    }
    if (x.transposed) {
      for (int j = 0; j < n; j++) {
        int to = j / width * width * k + j % width;
        int column = x.run(j);
        for (int p = 0; p < k; p++) {
          out[to + p * width] = from[column + p];
        }
      }
    } else {
      // Whole rows of x, so that memory is read in its order.
      for (int p = 0; p < k; p++) {
        for (int j = 0; j < n; j += width) {
          System.arraycopy(from, x.run(p) + j, out, j * k + p * width, Math.min(width, n - j));
        }
      }
    }
    if (scale != 1) {
      for (int i = 0; i < roundUp(n, width) * k; i++) {
        out[i] *= scale;
      }
    }
  }
}
