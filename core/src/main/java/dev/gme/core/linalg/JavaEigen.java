package dev.gme.core.linalg;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix in Java: reduction to a tridiagonal matrix by
 * reflections, then implicit QL iterations with Wilkinson's shift (Golub and Van Loan, "Matrix
 * Computations", 8.3). Everything runs along rows: the reduction takes the lower triangle from its
 * last row up, and eigenvectors are kept one a row.
 */
record JavaEigen(GemmKernels kernels) {
  /** LAPACK's limit; two or three iterations an eigenvalue are usual. */
  private static final int MAX_ITERATIONS = 30;

  private static final double EPSILON = Math.ulp(1.0);

  /** As {@link LapackProvider#symmetricEigen}. */
  boolean decompose(int n, double[] a, double[] values) {
    for (int i = 0; i < n; i++) {
      Arrays.fill(a, i * n + i + 1, (i + 1) * n, 0);
    }
    int exponent = Householder.scaleToOne(a);
    double[] subdiagonal = new double[n];
    double[] w = tridiagonalize(n, a, values, subdiagonal);
    if (!iterate(n, values, subdiagonal, w)) {
      return false;
    }
    sortAscending(n, values, w, a);
    for (int i = 0; i < n; i++) {
      values[i] = Math.scalb(values[i], exponent);
    }
    return true;
  }

  /**
   * Reduces A to T = Q'AQ.
   *
   * @param d becomes the diagonal of T
   * @param e e[i] becomes the element of T beside d[i] and d[i + 1]
   * @return Q'
   */
  private double[] tridiagonalize(int n, double[] a, double[] d, double[] e) {
    double[] tau = new double[n];
    double[] p = new double[n];
    for (int i = n - 1; i > 0; i--) {
      int v = i * n;
      d[i] = a[v + i];
      tau[i] = Householder.reflect(i, a, v, i - 1);
      e[i - 1] = a[v + i - 1];
      a[v + i - 1] = 1;
      if (tau[i] != 0) {
        reflectBothSides(n, i, a, v, tau[i], p);
      }
    }
    if (n > 0) {
      d[0] = a[0];
    }
    double[] w = new double[n * n];
    for (int i = 0; i < n; i++) {
      w[i * n + i] = 1;
      if (tau[i] != 0) {
        for (int r = 0; r < i; r++) {
          double s = kernels.dot(i, w, r * n, a, i * n);
          kernels.axpy(i, -tau[i] * s, a, i * n, w, r * n);
        }
      }
    }
    return w;
  }

  /** The lower triangle of the leading i x i block B becomes that of HBH = B − vp' − pv'. */
  private void reflectBothSides(int n, int i, double[] a, int v, double tau, double[] p) {
    for (int r = 0; r < i; r++) {
      p[r] = kernels.dot(r + 1, a, r * n, a, v);
      kernels.axpy(r, a[v + r], a, r * n, p, 0);
    }
    double half = tau * tau * kernels.dot(i, p, 0, a, v) / 2;
    for (int r = 0; r < i; r++) {
      p[r] = tau * p[r] - half * a[v + r];
    }
    for (int r = 0; r < i; r++) {
      kernels.axpy(r + 1, -a[v + r], p, 0, a, r * n);
      kernels.axpy(r + 1, -p[r], a, v, a, r * n);
    }
  }

  /**
   * Turns the diagonal d of a tridiagonal matrix into its eigenvalues and rotates the rows of w.
   */
  private boolean iterate(int n, double[] d, double[] e, double[] w) {
    double norm = 0;
    for (int i = 0; i < n; i++) {
      norm = Math.max(norm, Math.abs(d[i]) + Math.abs(e[i]));
    }
    for (int l = 0; l < n; l++) {
      int iterations = 0;
      for (int m = blockEnd(n, l, d, e, norm); m > l; m = blockEnd(n, l, d, e, norm)) {
        if (iterations++ == MAX_ITERATIONS) {
          return false;
        }
        qlStep(n, l, m, d, e, w);
      }
    }
    return true;
  }

  /** The last index of the block that begins at l and has no negligible e. */
  private static int blockEnd(int n, int l, double[] d, double[] e, double norm) {
    // Negligible beside its neighbours, or beside the whole matrix where these are zero.
    double floor = EPSILON * EPSILON * norm;
    int m = l;
    while (m < n - 1 && Math.abs(e[m]) > EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1])) + floor) {
      m++;
    }
    return m;
  }

  /** One implicit QL step on the block l to m. */
  private void qlStep(int n, int l, int m, double[] d, double[] e, double[] w) {
    double g = (d[l + 1] - d[l]) / (2 * e[l]);
    g = d[m] - d[l] + e[l] / (g + Math.copySign(Math.hypot(g, 1), g));
    double s = 1;
    double c = 1;
    double p = 0;
    for (int i = m - 1; i >= l; i--) {
      double f = s * e[i];
      double b = c * e[i];
      double r = Math.hypot(f, g);
      e[i + 1] = r;
      if (r == 0) {
        // The rotations so far have split the block: what they changed is put right, and the next
        // step begins with smaller blocks.
        d[i + 1] -= p;
        e[m] = 0;
        return;
      }
      s = f / r;
      c = g / r;
      g = d[i + 1] - p;
      r = (d[i] - g) * s + 2 * c * b;
      p = s * r;
      d[i + 1] = g + p;
      g = c * r - b;
      kernels.rotate(n, w, (i + 1) * n, w, i * n, c, s);
    }
    d[l] -= p;
    e[l] = g;
    e[m] = 0;
  }

  private static void sortAscending(int n, double[] values, double[] rows, double[] sortedRows) {
    double[] unsorted = values.clone();
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> unsorted[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int i = 0; i < n; i++) {
      values[i] = unsorted[order[i]];
      System.arraycopy(rows, order[i] * n, sortedRows, i * n, n);
    }
  }
}
