package dev.gme.core.linalg;

import dev.gme.core.Internal;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;

/**
 * Matrix products, C ← alpha op(A) op(B) + beta C, all row by row with leading dimensions, in the
 * calling thread. {@link Blas} checks the arguments, cuts large products into tiles and spreads
 * these over threads; with beta = 0 the old C is not read.
 *
 * <p>The forms on arrays are for work on the heap; a provider may copy. The forms on direct buffers
 * (offsets are elements from the buffer's start) are for hot kernels and copy nothing where the
 * provider is native.
 */
@Internal
public interface BlasProvider {
  /** What multiplies matrices, for people. */
  String describe();

  void gemm(
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
      int ldc);

  void gemm(
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
      int ldc);

  void gemm(
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
      int ldc);

  void gemm(
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
      int ldc);
}
