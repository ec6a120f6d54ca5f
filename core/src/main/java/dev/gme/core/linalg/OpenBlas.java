package dev.gme.core.linalg;

import static org.bytedeco.openblas.global.openblas_nolapack.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.blas_set_num_threads;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_dgemm;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_sgemm;

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

  private static int cblas(Op op) {
    return op == Op.NONE ? CblasNoTrans : CblasTrans;
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
    cblas_sgemm(
        CblasRowMajor,
        cblas(opA),
        cblas(opB),
        m,
        n,
        k,
        alpha,
        at(a, aOff),
        Math.max(1, lda),
        at(b, bOff),
        Math.max(1, ldb),
        beta,
        at(c, cOff),
        Math.max(1, ldc));
  }

  /** The binding passes a buffer's position on. */
  private static FloatBuffer at(FloatBuffer x, int off) {
    return off == 0 && x.position() == 0 ? x : x.duplicate().clear().position(off);
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
    cblas_dgemm(
        CblasRowMajor,
        cblas(opA),
        cblas(opB),
        m,
        n,
        k,
        alpha,
        at(a, aOff),
        Math.max(1, lda),
        at(b, bOff),
        Math.max(1, ldb),
        beta,
        at(c, cOff),
        Math.max(1, ldc));
  }

  private static DoubleBuffer at(DoubleBuffer x, int off) {
    return off == 0 && x.position() == 0 ? x : x.duplicate().clear().position(off);
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
    NativeScratch s = scratch.get();
    boolean ta = opA == Op.TRANSPOSE;
    boolean tb = opB == Op.TRANSPOSE;
    int kc = Math.min(k, KC);
    FloatBuffer an = s.floats(0, m * kc);
    FloatBuffer bn = s.floats(1, n * kc);
    FloatBuffer cn = s.floats(2, m * n);
    if (beta != 0) {
      for (int i = 0; i < m; i++) {
        cn.put(i * n, c, cOff + i * ldc, n);
      }
    }
    int p = 0;
    do {
      int kp = Math.min(kc, k - p);
      copy(ta, m, kp, a, aOff + (ta ? p * lda : p), lda, an);
      copy(!tb, n, kp, b, bOff + (tb ? p : p * ldb), ldb, bn);
      float scale = p == 0 ? beta : 1;
      gemm(opA, opB, m, n, kp, alpha, an, 0, ta ? m : kp, bn, 0, tb ? kp : n, scale, cn, 0, n);
      p += kp;
    } while (p < k);
    for (int i = 0; i < m; i++) {
      cn.get(i * n, c, cOff + i * ldc, n);
    }
  }

  /** Copies k inner times n outer elements, rows of the inner index if {@code innerRows}. */
  private static void copy(
      boolean innerRows, int n, int k, float[] x, int off, int ld, FloatBuffer to) {
    int rows = innerRows ? k : n;
    int cols = innerRows ? n : k;
    for (int i = 0; i < rows; i++) {
      to.put(i * cols, x, off + i * ld, cols);
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
    NativeScratch s = scratch.get();
    boolean ta = opA == Op.TRANSPOSE;
    boolean tb = opB == Op.TRANSPOSE;
    int kc = Math.min(k, KC);
    DoubleBuffer an = s.doubles(0, m * kc);
    DoubleBuffer bn = s.doubles(1, n * kc);
    DoubleBuffer cn = s.doubles(2, m * n);
    if (beta != 0) {
      for (int i = 0; i < m; i++) {
        cn.put(i * n, c, cOff + i * ldc, n);
      }
    }
    int p = 0;
    do {
      int kp = Math.min(kc, k - p);
      copy(ta, m, kp, a, aOff + (ta ? p * lda : p), lda, an);
      copy(!tb, n, kp, b, bOff + (tb ? p : p * ldb), ldb, bn);
      double scale = p == 0 ? beta : 1;
      gemm(opA, opB, m, n, kp, alpha, an, 0, ta ? m : kp, bn, 0, tb ? kp : n, scale, cn, 0, n);
      p += kp;
    } while (p < k);
    for (int i = 0; i < m; i++) {
      cn.get(i * n, c, cOff + i * ldc, n);
    }
  }

  /** As the copy of floats. */
  private static void copy(
      boolean innerRows, int n, int k, double[] x, int off, int ld, DoubleBuffer to) {
    int rows = innerRows ? k : n;
    int cols = innerRows ? n : k;
    for (int i = 0; i < rows; i++) {
      to.put(i * cols, x, off + i * ld, cols);
    }
  }
}
