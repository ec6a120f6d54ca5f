package dev.gme.core.linalg;

/**
 * Factorizations of small and middle-sized matrices, row by row without gaps, in the calling
 * thread; triangular systems may spread over {@link dev.gme.core.parallel.Workers} in parts that
 * depend on the sizes alone. Arguments were checked by the public classes ({@link Cholesky}, {@link
 * SymmetricEigen}, {@link Svd}, {@link Lu}, {@link Qr}), which also turn failures into results.
 */
interface LapackProvider {
  /**
   * Overwrites the symmetric n x n matrix (only its lower triangle is read) by its lower Cholesky
   * factor, zeros above the diagonal.
   *
   * @return 0, or the number (from 1) of the first leading minor that is not positive definite
   */
  int cholesky(int n, double[] a);

  /** Overwrites the n x k matrix b by the solution X of L X = B, or of L' X = B. */
  void solveLower(boolean transposed, int n, int k, double[] l, double[] b);

  /**
   * Overwrites the lower triangular n x n matrix b by the solution of L X = B, lower triangular
   * too.
   */
  void solveLowerTriangle(int n, double[] l, double[] b);

  /**
   * Overwrites the symmetric n x n matrix (only its lower triangle is read) by its eigenvectors,
   * one a row, eigenvalues in ascending order.
   *
   * @return whether the iterations converged
   */
  boolean symmetricEigen(int n, double[] a, double[] values);

  /**
   * Thin singular value decomposition A = U diag(s) V' with r = min(m, n), s descending.
   *
   * @param a m x n, destroyed
   * @param u m x r
   * @param vt r x n
   * @return whether the iterations converged
   */
  boolean svd(int m, int n, double[] a, double[] u, double[] s, double[] vt);

  /**
   * Overwrites the n x n matrix by the factors of P A = L U (L has a unit diagonal, not stored).
   *
   * @param pivots row i was swapped with row pivots[i] ≥ i, in this order
   * @return 0, or the number (from 1) of the first pivot that is exactly zero
   */
  int lu(int n, double[] a, int[] pivots);

  /** Overwrites the n x k matrix b by the solution of A X = B from the factors of A. */
  void luSolve(int n, int k, double[] lu, int[] pivots, double[] b);

  /**
   * Full QR decomposition of an m x n matrix with m ≥ n: q becomes the m x m orthogonal factor, the
   * upper triangle of a's first n rows R, the rest of a zero.
   */
  void qr(int m, int n, double[] a, double[] q);
}
