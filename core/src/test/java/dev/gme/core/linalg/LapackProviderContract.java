package dev.gme.core.linalg;

import static dev.gme.core.linalg.Matrices.assertClose;
import static dev.gme.core.linalg.Matrices.assertOrthonormalColumns;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every provider of factorizations must do. Errors are bounded by small multiples of n·2⁻⁵².
 */
abstract class LapackProviderContract {
  private static final Offset<Double> EXACTLY = Offset.offset(1e-14);

  private final LapackProvider lapack = provider();

  abstract LapackProvider provider();

  private static DoubleMatrix matrix(int rows, int cols, double[] x) {
    return DoubleMatrix.wrap(rows, cols, x);
  }

  @Test
  void emptyMatricesAreFine() {
    double[] none = new double[0];
    assertThat(lapack.cholesky(0, none)).isZero();
    lapack.solveLower(false, 0, 3, none, none);
    lapack.solveLower(true, 2, 0, new double[] {1, 0, 0, 1}, none);
    lapack.solveLowerTriangle(0, none, none);
    assertThat(lapack.symmetricEigen(0, none, none)).isTrue();
    assertThat(lapack.svd(0, 0, none, none, none, none)).isTrue();
    assertThat(lapack.svd(0, 3, none, none, none, none)).isTrue();
    assertThat(lapack.svd(3, 0, none, none, none, none)).isTrue();
    assertThat(lapack.lu(0, none, new int[0])).isZero();
    lapack.luSolve(0, 2, none, new int[0], none);
    lapack.qr(0, 0, none, none);
    double[] q = new double[4];
    lapack.qr(2, 0, none, q);
    assertThat(q).containsExactly(1, 0, 0, 1);
  }

  @Test
  void choleskyByHand() {
    double nan = Double.NaN;
    double[] a = {4, nan, nan, 2, 10, nan, -2, 5, 6};
    assertThat(lapack.cholesky(3, a)).isZero();
    assertThat(a).containsExactly(new double[] {2, 0, 0, 1, 3, 0, -1, 2, 1}, EXACTLY);
    double[] b = {2, 4, 7, 8, 6, 2};
    lapack.solveLower(false, 3, 2, a, b);
    assertThat(b).containsExactly(new double[] {1, 2, 2, 2, 3, 0}, EXACTLY);
    double[] x = {2, 7, 3};
    lapack.solveLower(true, 3, 1, a, x);
    assertThat(x).containsExactly(new double[] {2.333333333333333, 1 / 3.0, 3}, EXACTLY);
  }

  @Test
  void choleskySaysWhichMinorFails() {
    assertThat(lapack.cholesky(1, new double[] {0})).isEqualTo(1);
    assertThat(lapack.cholesky(3, new double[] {-1, 0, 0, 0, 1, 0, 0, 0, 1})).isEqualTo(1);
    assertThat(lapack.cholesky(3, new double[] {4, 2, 2, 2, 1, 1, 2, 1, 9})).isEqualTo(2);
    for (int bad : new int[] {0, 63, 64, 100, 129}) {
      double[] a = DoubleMatrix.identity(130).array();
      a[bad * 130 + bad] = -1;
      assertThat(lapack.cholesky(130, a)).isEqualTo(bad + 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 16, 17, 63, 64, 65, 127, 130, 200})
  void choleskyAndTriangularSystems(int n) {
    DoubleMatrix a = Matrices.positiveDefinite(n, n);
    double[] l = a.array().clone();
    assertThat(lapack.cholesky(n, l)).isZero();
    DoubleMatrix lower = matrix(n, n, l);
    assertClose(lower.outerGram(), a, 2, a.maxAbs());
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        assertThat(l[i * n + j]).isZero();
      }
    }
    for (int k : new int[] {1, 2, 7, 70, 161, 400}) {
      DoubleMatrix b = Matrices.random(n + k, n, k);
      double[] x = b.array().clone();
      lapack.solveLower(false, n, k, l, x);
      assertClose(lower.times(matrix(n, k, x)), b, 4, b.maxAbs());
      double[] y = b.array().clone();
      lapack.solveLower(true, n, k, l, y);
      assertClose(lower.transposeTimes(matrix(n, k, y)), b, 4, b.maxAbs());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 17, 64, 159, 160, 161, 330})
  void triangularSystemsOfTriangles(int n) {
    double[] l = Matrices.positiveDefinite(n, n).array().clone();
    double[] b = Matrices.positiveDefinite(n + 1, n).array().clone();
    lapack.cholesky(n, l);
    lapack.cholesky(n, b);
    double[] x = b.clone();
    lapack.solveLowerTriangle(n, l, x);
    DoubleMatrix expected = matrix(n, n, b);
    assertClose(matrix(n, n, l).times(matrix(n, n, x)), expected, 4, expected.maxAbs());
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        assertThat(x[i * n + j]).isZero();
      }
    }
  }

  @Test
  void eigenByHand() {
    // Eigenvalues 1, 3 and 5; the upper triangle is not read.
    double nan = Double.NaN;
    double[] a = {2, nan, nan, 1, 2, nan, 0, 0, 5};
    double[] w = new double[3];
    assertThat(lapack.symmetricEigen(3, a, w)).isTrue();
    assertThat(w).containsExactly(new double[] {1, 3, 5}, EXACTLY);
    double h = Math.sqrt(0.5);
    double sign0 = Math.signum(a[0]);
    double sign1 = Math.signum(a[3]);
    double sign2 = Math.signum(a[8]);
    assertThat(a)
        .containsExactly(
            new double[] {sign0 * h, -sign0 * h, 0, sign1 * h, sign1 * h, 0, 0, 0, sign2}, EXACTLY);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 16, 17, 33, 65, 130, 257})
  void eigenOfRandomMatrices(int n) {
    checkEigen(Matrices.symmetric(n, n));
    checkEigen(Matrices.positiveDefinite(n, n));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-150, 1e-20, 1e20, 1e150, 1e300})
  void eigenOfBadlyScaledMatrices(double scale) {
    checkEigen(Matrices.symmetric(7, 20).times(scale));
  }

  @Test
  void eigenOfSpecialMatrices() {
    checkEigen(DoubleMatrix.zeros(5, 5));
    checkEigen(DoubleMatrix.identity(40));
    checkEigen(DoubleMatrix.diagonal(3, -1, 3, 0, 3));
    checkEigen(DoubleMatrix.diagonal(1e150, 1, 1e-150, -1e140));
    // Rank 2 of 50, so 48 equal eigenvalues.
    checkEigen(Matrices.random(8, 50, 2).outerGram());
    // Elements from 1e-150 to 1e150.
    double[] grading = new double[31];
    for (int i = 0; i < 31; i++) {
      grading[i] = Math.pow(10, 5 * (i - 15));
    }
    DoubleMatrix graded = Matrices.symmetric(9, 31).scaleRows(grading).scaleColumns(grading);
    checkEigen(graded);
    // The same, large elements first.
    int[] backwards = new int[31];
    Arrays.setAll(backwards, i -> 30 - i);
    checkEigen(graded.selectRows(backwards).transpose().selectRows(backwards));
    // Wilkinson's matrix has pairs of eigenvalues that agree in all digits.
    int n = 41;
    double[] wilkinson = new double[n * n];
    for (int i = 0; i < n; i++) {
      wilkinson[i * n + i] = Math.abs(i - n / 2);
      if (i > 0) {
        wilkinson[i * n + i - 1] = 1;
        wilkinson[(i - 1) * n + i] = 1;
      }
    }
    checkEigen(matrix(n, n, wilkinson));
  }

  private void checkEigen(DoubleMatrix a) {
    int n = a.rows();
    double[] v = a.array().clone();
    for (int i = 0; i < n; i++) {
      Arrays.fill(v, i * n + i + 1, (i + 1) * n, Double.NaN);
    }
    double[] w = new double[n];
    assertThat(lapack.symmetricEigen(n, v, w)).isTrue();
    assertThat(w).isSorted();
    DoubleMatrix rows = matrix(n, n, v);
    assertOrthonormalColumns(rows.transpose());
    // Both sides are brought near 1, where differences do not overflow.
    double norm = Math.max(Math.abs(w[0]), Math.abs(w[n - 1]));
    double unit = norm == 0 ? 1 : Math.scalb(1.0, -Math.getExponent(norm));
    DoubleMatrix back = rows.transpose().scaleColumns(scaled(w, unit)).times(rows);
    assertClose(back, a.times(unit), 2, norm * unit);
  }

  private static double[] scaled(double[] x, double factor) {
    return Arrays.stream(x).map(v -> v * factor).toArray();
  }

  @Test
  void svdByHand() {
    // diag(3, 2) behind a permutation, one row of zeros.
    double[] a = {0, 2, 0, 0, -3, 0};
    double[] u = new double[6];
    double[] s = new double[2];
    double[] vt = new double[4];
    assertThat(lapack.svd(3, 2, a, u, s, vt)).isTrue();
    assertThat(s).containsExactly(new double[] {3, 2}, EXACTLY);
    assertThat(Math.abs(u[4])).isCloseTo(1, EXACTLY);
    assertThat(u[4] * vt[0]).isCloseTo(-1, EXACTLY);
    assertThat(u[1] * vt[3]).isCloseTo(1, EXACTLY);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1", "1, 5", "5, 1", "2, 2", "3, 7", "7, 3", "16, 17", "33, 33", "65, 64", "20, 130",
    "130, 20", "90, 90"
  })
  void svdOfRandomMatrices(int m, int n) {
    checkSvd(Matrices.random(m * 1000L + n, m, n));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-150, 1e-20, 1e20, 1e150, 1e300})
  void svdOfBadlyScaledMatrices(double scale) {
    checkSvd(Matrices.random(10, 20, 15).times(scale));
    checkSvd(Matrices.random(10, 15, 20).times(scale));
  }

  @Test
  void svdOfSpecialMatrices() {
    checkSvd(DoubleMatrix.zeros(4, 3));
    checkSvd(DoubleMatrix.zeros(3, 4));
    checkSvd(DoubleMatrix.identity(30));
    checkSvd(DoubleMatrix.diagonal(1e-150, 0, 1e150, 1));
    checkSvd(Matrices.random(11, 40, 3).timesTranspose(Matrices.random(12, 30, 3)));
    checkSvd(Matrices.random(13, 6, 1).timesTranspose(Matrices.random(14, 9, 1)));
    double[] grading = new double[31];
    for (int i = 0; i < 31; i++) {
      grading[i] = Math.pow(10, 10 * (i - 15));
    }
    checkSvd(Matrices.random(15, 40, 31).scaleColumns(grading));
    checkSvd(Matrices.random(16, 31, 31).scaleRows(grading));
  }

  private void checkSvd(DoubleMatrix a) {
    int m = a.rows();
    int n = a.cols();
    int r = Math.min(m, n);
    double[] u = new double[m * r];
    double[] s = new double[r];
    double[] vt = new double[r * n];
    assertThat(lapack.svd(m, n, a.array().clone(), u, s, vt)).isTrue();
    for (int i = 0; i < r; i++) {
      assertThat(s[i]).isNotNegative();
      assertThat(i == 0 || s[i - 1] >= s[i]).as("descending").isTrue();
    }
    assertOrthonormalColumns(matrix(m, r, u));
    assertOrthonormalColumns(matrix(r, n, vt).transpose());
    double unit = s[0] == 0 ? 1 : Math.scalb(1.0, -Math.getExponent(s[0]));
    DoubleMatrix back = matrix(m, r, u).scaleColumns(scaled(s, unit)).times(matrix(r, n, vt));
    assertClose(back, a.times(unit), 2, s[0] * unit);
  }

  @Test
  void luByHand() {
    double[] a = {2, 1, 1, 4, 3, 3, 8, 7, 9};
    int[] pivots = new int[3];
    assertThat(lapack.lu(3, a, pivots)).isZero();
    assertThat(pivots).containsExactly(2, 2, 2);
    assertThat(a)
        .containsExactly(
            new double[] {8, 7, 9, 0.25, -0.75, -1.25, 0.5, 2.0 / 3, -2.0 / 3}, EXACTLY);
    double[] b = {4, 10, 24};
    lapack.luSolve(3, 1, a, pivots, b);
    assertThat(b).containsExactly(new double[] {1, 1, 1}, EXACTLY);
  }

  @Test
  void luSaysWhichPivotIsZero() {
    assertThat(lapack.lu(1, new double[] {0}, new int[1])).isEqualTo(1);
    assertThat(lapack.lu(3, new double[] {1, 2, 3, 2, 4, 6, 0, 0, 0}, new int[3])).isEqualTo(2);
    double[] a = DoubleMatrix.identity(130).array();
    a[70 * 130 + 70] = 0;
    a[80 * 130 + 80] = 0;
    assertThat(lapack.lu(130, a, new int[130])).isEqualTo(71);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 16, 17, 63, 64, 65, 127, 130, 200})
  void luOfRandomMatrices(int n) {
    // Rows of very different size exchange places.
    double[] grading = new double[n];
    Arrays.setAll(grading, i -> Math.pow(10, (i * 7) % 5));
    DoubleMatrix a = Matrices.random(n, n, n).scaleRows(grading);
    double[] lu = a.array().clone();
    int[] pivots = new int[n];
    assertThat(lapack.lu(n, lu, pivots)).isZero();
    double[] lower = DoubleMatrix.identity(n).array();
    double[] upper = new double[n * n];
    int[] order = new int[n];
    Arrays.setAll(order, i -> i);
    for (int i = 0; i < n; i++) {
      assertThat(pivots[i]).isBetween(i, n - 1);
      int swapped = order[i];
      order[i] = order[pivots[i]];
      order[pivots[i]] = swapped;
      System.arraycopy(lu, i * n, lower, i * n, i);
      System.arraycopy(lu, i * n + i, upper, i * n + i, n - i);
    }
    assertThat(matrix(n, n, lower).maxAbs()).isEqualTo(1);
    DoubleMatrix back = matrix(n, n, lower).times(matrix(n, n, upper));
    assertClose(back, a.selectRows(order), 2, a.maxAbs());
    for (int k : new int[] {1, 3, 70}) {
      DoubleMatrix x = Matrices.random(n + k, n, k);
      DoubleMatrix b = a.times(x);
      double[] solution = b.array().clone();
      lapack.luSolve(n, k, lu, pivots, solution);
      assertClose(
          a.times(matrix(n, k, solution)), b, 8, a.maxAbs() * matrix(n, k, solution).maxAbs());
    }
  }

  @Test
  void qrByHand() {
    double[] a = {3, 5, 0, 2, 4, 0};
    double[] q = new double[9];
    lapack.qr(3, 2, a, q);
    double sign0 = Math.signum(a[0]);
    double sign1 = Math.signum(a[3]);
    assertThat(a)
        .containsExactly(
            new double[] {sign0 * 5, sign0 * 3, 0, sign1 * Math.sqrt(20), 0, 0}, EXACTLY);
    assertThat(q[0]).isCloseTo(sign0 * 0.6, EXACTLY);
    assertThat(q[4]).isCloseTo(sign1 * 2 / Math.sqrt(20), EXACTLY);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "5, 1", "2, 2", "7, 3", "17, 16", "33, 33", "65, 64", "130, 20", "100, 100"})
  void qrOfRandomMatrices(int m, int n) {
    checkQr(Matrices.random(m * 1000L + n, m, n));
  }

  @Test
  void qrOfSpecialMatrices() {
    checkQr(DoubleMatrix.zeros(5, 3));
    checkQr(DoubleMatrix.identity(4));
    checkQr(Matrices.random(17, 30, 2).timesTranspose(Matrices.random(18, 20, 2)));
    checkQr(Matrices.random(19, 20, 10).times(1e-150));
    checkQr(Matrices.random(20, 20, 10).times(1e150));
    checkQr(Matrices.random(20, 20, 10).times(1e300));
  }

  private void checkQr(DoubleMatrix a) {
    int m = a.rows();
    int n = a.cols();
    double[] r = a.array().clone();
    double[] q = new double[m * m];
    lapack.qr(m, n, r, q);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < Math.min(i, n); j++) {
        assertThat(r[i * n + j]).isZero();
      }
    }
    assertOrthonormalColumns(matrix(m, m, q));
    assertClose(matrix(m, m, q).times(matrix(m, n, r)), a, 2, a.maxAbs() * Math.sqrt(m));
  }
}
