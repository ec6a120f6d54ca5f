package dev.gme.core.linalg;

import static org.bytedeco.openblas.global.openblas_nolapack.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.blas_set_num_threads;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_dgemm;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_sgemm;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_sgemv;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;

/**
 * Matrix products in OpenBLAS, which runs single-threaded: its own threads collapse when the cores
 * are busy, so the threads are ours.
 *
 * <p>Operands on the heap are copied into native memory of this thread, block by block along the
 * inner dimension, which bounds that memory whatever the size of the matrices; only the part that
 * takes part in the product is copied (the binding would copy whole arrays).
 */
final class OpenBlas implements BlasProvider {
  /** Inner dimension of a copied block. */
  private static final int KC = 1024;

  /** For the three operands. */
  private final ThreadLocal<NativeScratch> scratch =
      ThreadLocal.withInitial(() -> new NativeScratch(3));

  /** Loads the native library. */
  OpenBlas() {
    blas_set_num_threads(1);
  }

  @Override
  public String describe() {
    return "matrix products in OpenBLAS";
  }

  @Override
  public void gemm(double alpha, MatrixView<?> a, MatrixView<?> b, double beta, MatrixView<?> c) {
    if (c.isOnHeap()) {
      copied(alpha, a, b, beta, c);
    } else {
      direct(alpha, a, b, beta, c);
    }
  }

  private static void direct(
      double alpha, MatrixView<?> a, MatrixView<?> b, double beta, MatrixView<?> c) {
    int opA = a.transposed ? CblasTrans : CblasNoTrans;
    int opB = b.transposed ? CblasTrans : CblasNoTrans;
    int m = c.rows();
    int n = c.cols();
    int k = a.cols();
    int lda = Math.max(1, a.stride);
    int ldb = Math.max(1, b.stride);
    int ldc = Math.max(1, c.stride);
    if (c.data instanceof FloatBuffer) {
      float al = (float) alpha;
      float be = (float) beta;
      FloatBuffer x = floats(a);
      FloatBuffer y = floats(b);
      cblas_sgemm(CblasRowMajor, opA, opB, m, n, k, al, x, lda, y, ldb, be, floats(c), ldc);
    } else {
      DoubleBuffer x = doubles(a);
      DoubleBuffer y = doubles(b);
      cblas_dgemm(CblasRowMajor, opA, opB, m, n, k, alpha, x, lda, y, ldb, beta, doubles(c), ldc);
    }
  }

  @Override
  public void gemv(MatrixView<?> a, MatrixView<?> x, MatrixView<?> y) {
    int lda = Math.max(1, a.stride);
    int m = a.rows();
    int k = a.cols();
    cblas_sgemv(
        CblasRowMajor, CblasNoTrans, m, k, 1, floats(a), lda, floats(x), 1, 0, floats(y), 1);
  }

  /** The binding passes a buffer's position on. */
  private static FloatBuffer floats(MatrixView<?> x) {
    FloatBuffer buffer = (FloatBuffer) x.data;
    return x.offset == 0 ? buffer : buffer.duplicate().position(x.offset);
  }

  private static DoubleBuffer doubles(MatrixView<?> x) {
    DoubleBuffer buffer = (DoubleBuffer) x.data;
    return x.offset == 0 ? buffer : buffer.duplicate().position(x.offset);
  }

  private void copied(
      double alpha, MatrixView<?> a, MatrixView<?> b, double beta, MatrixView<?> c) {
    NativeScratch s = scratch.get();
    int m = c.rows();
    int n = c.cols();
    int k = a.cols();
    MatrixView<?> cn = s.like(2, c);
    if (beta != 0) {
      NativeScratch.copyIn(c, cn);
    }
    int p = 0;
    do {
      int kp = Math.min(KC, k - p);
      MatrixView<?> an = s.copy(0, a.part(0, m, p, kp));
      MatrixView<?> bn = s.copy(1, b.part(p, kp, 0, n));
      direct(alpha, an, bn, p == 0 ? beta : 1, cn);
      p += kp;
    } while (p < k);
    NativeScratch.copyOut(cn, c);
  }
}
