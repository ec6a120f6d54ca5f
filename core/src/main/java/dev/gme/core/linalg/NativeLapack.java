package dev.gme.core.linalg;

import static org.bytedeco.openblas.global.openblas.LAPACKE_dgelqf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgesdd;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dgetrf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dorglq;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dpotrf;
import static org.bytedeco.openblas.global.openblas.LAPACKE_dsyevd;
import static org.bytedeco.openblas.global.openblas.LAPACKE_set_nancheck;
import static org.bytedeco.openblas.global.openblas.LAPACK_COL_MAJOR;
import static org.bytedeco.openblas.global.openblas.LAPACK_ROW_MAJOR;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasLeft;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasLower;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasNonUnit;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasUnit;
import static org.bytedeco.openblas.global.openblas_nolapack.CblasUpper;
import static org.bytedeco.openblas.global.openblas_nolapack.blas_set_num_threads;
import static org.bytedeco.openblas.global.openblas_nolapack.cblas_dtrsm;

import java.util.Arrays;

/**
 * LAPACK out of OpenBLAS, single-threaded as the products; triangular systems are solved in blocks.
 *
 * <p>LAPACK reads matrices column by column, so a matrix of ours is its transpose there. Instead of
 * transposing, the calls ask for the transposed problem: upper for lower triangles, V for U, LQ for
 * QR. Only LU, which is rare, pays for LAPACKE's copies.
 */
final class NativeLapack implements LapackProvider {
  private static final byte UPPER = 'U';
  private static final byte VECTORS = 'V';
  private static final byte THIN = 'S';

  private final NativeTriangular triangular = new NativeTriangular();

  /** For one right-hand side, which is no work compared with a copy of the matrix. */
  private final JavaTriangular inJava;

  /** Loads the native library. */
  NativeLapack() {
    GemmKernels kernels = Backend.gemmKernels();
    inJava = new JavaTriangular(kernels, new JavaBlas(kernels));
    blas_set_num_threads(1);
    // LAPACKE would answer a NaN by leaving its arguments as they are; the callers look for it.
    LAPACKE_set_nancheck(0);
  }

  @Override
  public int cholesky(int n, double[] a) {
    if (n == 0) {
      return 0;
    }
    int info = checked("dpotrf", LAPACKE_dpotrf(LAPACK_COL_MAJOR, UPPER, n, a, n));
    for (int i = 0; i < n; i++) {
      Arrays.fill(a, i * n + i + 1, (i + 1) * n, 0);
    }
    return info;
  }

  @Override
  public void solveLower(boolean transposed, int n, int k, double[] l, double[] b) {
    if (n == 0 || k <= 1) {
      inJava.solveLower(transposed, n, k, l, b);
    } else {
      triangular.solveLower(transposed, n, k, l, b);
    }
  }

  @Override
  public void solveLowerTriangle(int n, double[] l, double[] b) {
    triangular.solveLowerTriangle(n, l, b);
  }

  @Override
  public boolean symmetricEigen(int n, double[] a, double[] values) {
    return n == 0
        || checked("dsyevd", LAPACKE_dsyevd(LAPACK_COL_MAJOR, VECTORS, UPPER, n, a, n, values))
            == 0;
  }

  @Override
  public boolean svd(int m, int n, double[] a, double[] u, double[] s, double[] vt) {
    int r = Math.min(m, n);
    // A' = V diag(s) U': LAPACK's U is our V, read row by row V'.
    return r == 0
        || checked("dgesdd", LAPACKE_dgesdd(LAPACK_COL_MAJOR, THIN, n, m, a, n, s, vt, n, u, r))
            == 0;
  }

  @Override
  public int lu(int n, double[] a, int[] pivots) {
    if (n == 0) {
      return 0;
    }
    int info = checked("dgetrf", LAPACKE_dgetrf(LAPACK_ROW_MAJOR, n, n, a, n, pivots));
    for (int i = 0; i < n; i++) {
      pivots[i]--;
    }
    return info;
  }

  @Override
  public void luSolve(int n, int k, double[] lu, int[] pivots, double[] b) {
    JavaLu.swapRows(k, pivots, b);
    trsm(CblasLower, CblasUnit, n, k, lu, b);
    trsm(CblasUpper, CblasNonUnit, n, k, lu, b);
  }

  private static void trsm(int uplo, int diag, int n, int k, double[] t, double[] b) {
    if (n > 0 && k > 0) {
      cblas_dtrsm(CblasRowMajor, CblasLeft, uplo, CblasNoTrans, diag, n, k, 1, t, n, b, k);
    }
  }

  @Override
  public void qr(int m, int n, double[] a, double[] q) {
    if (m == 0) {
      return;
    }
    // A' = LQ gives A = Q'L'. The reflectors lie above the diagonal of L, for us below that of R.
    double[] tau = new double[n];
    if (n > 0) {
      checked("dgelqf", LAPACKE_dgelqf(LAPACK_COL_MAJOR, n, m, a, n, tau));
    }
    for (int i = 0; i < m; i++) {
      System.arraycopy(a, i * n, q, i * m, n);
      Arrays.fill(a, i * n, i * n + Math.min(i, n), 0);
    }
    checked("dorglq", LAPACKE_dorglq(LAPACK_COL_MAJOR, m, m, n, q, m, tau));
  }

  /** Passes LAPACK's results on; a negative one is a wrong call of ours or a lack of memory. */
  private static int checked(String routine, int info) {
    if (info < 0) {
      throw new IllegalStateException("LAPACK's " + routine + " answers " + info);
    }
    return info;
  }
}
