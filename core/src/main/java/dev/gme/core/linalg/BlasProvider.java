package dev.gme.core.linalg;

import dev.gme.core.Internal;

/**
 * Matrix products in the calling thread. {@link Blas} checks the operands, cuts large products into
 * tiles and spreads these over threads.
 */
@Internal
public interface BlasProvider {
  /** What multiplies matrices, for people. */
  String describe();

  /**
   * C ← alpha A B + beta C; with beta = 0 the old C is not read. All three are kept in the same
   * way: on the heap, where a provider may copy them, or in direct buffers, for hot kernels, which
   * a native provider takes as they are.
   *
   * @param c row by row, and not empty
   */
  void gemm(double alpha, MatrixView<?> a, MatrixView<?> b, double beta, MatrixView<?> c);

  /** y ← A x of direct buffers of floats; x and y have one column each. */
  default void gemv(MatrixView<?> a, MatrixView<?> x, MatrixView<?> y) {
    gemm(1, a, x, 0, y);
  }
}
