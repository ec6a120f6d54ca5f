package dev.gme.core.linalg;

/** Factorizations in Java; an algorithm a class. */
final class JavaLapack implements LapackProvider {
  private final JavaCholesky cholesky;
  private final JavaTriangular triangular;
  private final JavaEigen eigen;
  private final JavaSvd svd;
  private final JavaLu lu;
  private final JavaQr qr;

  JavaLapack(GemmKernels kernels) {
    BlasProvider blas = new JavaBlas(kernels);
    cholesky = new JavaCholesky(kernels, blas);
    triangular = new JavaTriangular(kernels, blas);
    eigen = new JavaEigen(kernels);
    qr = new JavaQr(kernels);
    svd = new JavaSvd(kernels, blas, qr);
    lu = new JavaLu(kernels, blas, triangular);
  }

  @Override
  public int cholesky(int n, double[] a) {
    return cholesky.factorize(n, a);
  }

  @Override
  public void solveLower(boolean transposed, int n, int k, double[] l, double[] b) {
    triangular.solveLower(transposed, n, k, l, b);
  }

  @Override
  public void solveLowerTriangle(int n, double[] l, double[] b) {
    triangular.solveLower(false, n, n, l, b);
  }

  @Override
  public boolean symmetricEigen(int n, double[] a, double[] values) {
    return eigen.decompose(n, a, values);
  }

  @Override
  public boolean svd(int m, int n, double[] a, double[] u, double[] s, double[] vt) {
    return svd.decompose(m, n, a, u, s, vt);
  }

  @Override
  public int lu(int n, double[] a, int[] pivots) {
    return lu.factorize(n, a, pivots);
  }

  @Override
  public void luSolve(int n, int k, double[] lu, int[] pivots, double[] b) {
    this.lu.solve(n, k, lu, pivots, b);
  }

  @Override
  public void qr(int m, int n, double[] a, double[] q) {
    qr.decompose(m, n, a, m, q);
  }
}
