package dev.gme.core.simulate;

import dev.gme.core.math.SeededRandom;

/**
 * The little linear algebra the simulator needs, in plain loops: row-major arrays, no BLAS, no
 * fused operations, one fixed order of sums. Inner loops run over independent elements, so the
 * compiler may vectorize them without changing a bit.
 */
final class PlainAlgebra {
  private PlainAlgebra() {}

  /** C = A B, A m x k, B k x n. */
  static double[] times(double[] a, double[] b, int m, int k, int n) {
    double[] c = new double[m * n];
    for (int i = 0; i < m; i++) {
      for (int p = 0; p < k; p++) {
        double aip = a[i * k + p];
        for (int j = 0; j < n; j++) {
          c[i * n + j] += aip * b[p * n + j];
        }
      }
    }
    return c;
  }

  static double[] transpose(double[] a, int m, int n) {
    double[] t = new double[m * n];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        t[j * m + i] = a[i * n + j];
      }
    }
    return t;
  }

  /** y += Σ_p x_p · (row p of A), A k x n: A'x with contiguous inner loops. */
  static void addTransposeTimes(double[] a, double[] x, int k, int n, double[] y, int yOff) {
    for (int p = 0; p < k; p++) {
      double xp = x[p];
      for (int j = 0; j < n; j++) {
        y[yOff + j] += xp * a[p * n + j];
      }
    }
  }

  /** The first n rows of a random orthogonal m x m matrix, by Gram-Schmidt, twice for accuracy. */
  static double[] orthonormalRows(int n, int m, SeededRandom random) {
    double[] q = new double[n * m];
    for (int i = 0; i < n; i++) {
      double[] v = random.gaussians(m);
      for (int pass = 0; pass < 2; pass++) {
        for (int p = 0; p < i; p++) {
          double dot = 0;
          for (int j = 0; j < m; j++) {
            dot += v[j] * q[p * m + j];
          }
          for (int j = 0; j < m; j++) {
            v[j] -= dot * q[p * m + j];
          }
        }
      }
      double norm = 0;
      for (double x : v) {
        norm += x * x;
      }
      norm = StrictMath.sqrt(norm);
      for (int j = 0; j < m; j++) {
        q[i * m + j] = v[j] / norm;
      }
    }
    return q;
  }

  /** L⁻¹ of the lower Cholesky factor of a positive definite n x n matrix. */
  static double[] inverseCholesky(double[] w, int n) {
    double[] l = w.clone();
    for (int j = 0; j < n; j++) {
      for (int p = 0; p < j; p++) {
        double ljp = l[j * n + p];
        for (int i = j; i < n; i++) {
          l[i * n + j] -= l[i * n + p] * ljp;
        }
      }
      double pivot = l[j * n + j];
      if (!(pivot > 0)) {
        throw new IllegalArgumentException("not positive definite: pivot " + j + " is " + pivot);
      }
      double root = StrictMath.sqrt(pivot);
      for (int i = j; i < n; i++) {
        l[i * n + j] /= root;
      }
    }
    double[] inverse = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int p = 0; p < i; p++) {
        double lip = l[i * n + p];
        for (int j = 0; j <= p; j++) {
          inverse[i * n + j] -= lip * inverse[p * n + j];
        }
      }
      inverse[i * n + i] = 1;
      for (int j = 0; j <= i; j++) {
        inverse[i * n + j] /= l[i * n + i];
      }
    }
    return inverse;
  }
}
