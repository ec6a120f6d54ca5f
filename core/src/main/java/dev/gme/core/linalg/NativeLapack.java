package dev.gme.core.linalg;

/** LAPACK out of OpenBLAS. */
final class NativeLapack implements LapackProvider {
  @Override
  public int cholesky(int n, double[] a) {
    throw new UnsupportedOperationException("being written");
  }

  @Override
  public void solveLower(boolean transposed, int n, int k, double[] l, double[] b) {
    throw new UnsupportedOperationException("being written");
  }

  @Override
  public boolean symmetricEigen(int n, double[] a, double[] values) {
    throw new UnsupportedOperationException("being written");
  }

  @Override
  public boolean svd(int m, int n, double[] a, double[] u, double[] s, double[] vt) {
    throw new UnsupportedOperationException("being written");
  }

  @Override
  public int lu(int n, double[] a, int[] pivots) {
    throw new UnsupportedOperationException("being written");
  }

  @Override
  public void luSolve(int n, int k, double[] lu, int[] pivots, double[] b) {
    throw new UnsupportedOperationException("being written");
  }

  @Override
  public void qr(int m, int n, double[] a, double[] q) {
    throw new UnsupportedOperationException("being written");
  }
}
