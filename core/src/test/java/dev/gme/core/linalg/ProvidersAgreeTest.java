package dev.gme.core.linalg;

import static dev.gme.core.linalg.Matrices.assertClose;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** OpenBLAS and Java give the same answers but for rounding. */
class ProvidersAgreeTest {
  private static final OpenBlas OPEN_BLAS = new OpenBlas();
  private static final NativeLapack NATIVE = new NativeLapack();
  private static final List<GemmKernels> KERNELS = List.of(Kernels.simd(), new ScalarGemm());

  @ParameterizedTest
  @EnumSource
  void products(GemmCase.Form form) {
    Random random = new Random(1);
    int[] sizes = {1, 2, 3, 15, 16, 17, 31, 33, 63, 65, 100, 300};
    for (int trial = 0; trial < 60; trial++) {
      Op opA = random.nextBoolean() ? Op.NONE : Op.TRANSPOSE;
      Op opB = random.nextBoolean() ? Op.NONE : Op.TRANSPOSE;
      int m = sizes[random.nextInt(sizes.length)];
      int n = sizes[random.nextInt(sizes.length)];
      int k = sizes[random.nextInt(sizes.length)];
      GemmCase g = GemmCase.random(random, opA, opB, m, n, k, 1, trial % 3, trial % 2);
      double[] expected = form.run(OPEN_BLAS, g);
      for (GemmKernels kernels : KERNELS) {
        double[] found = form.run(new JavaBlas(kernels), g);
        for (int i = 0; i < m; i++) {
          for (int j = 0; j < n; j++) {
            int at = g.c().at(i, j);
            // Twice the bound of a sum of k products, since both sides round.
            assertThat(Math.abs(found[at] - expected[at]))
                .isLessThanOrEqualTo((k + 2) * form.epsilon * g.magnitude()[i * n + j]);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 15, 16, 17, 31, 33, 63, 65, 129, 200})
  void uniqueFactors(int n) {
    DoubleMatrix a = Matrices.positiveDefinite(n, n);
    DoubleMatrix g = Matrices.random(n + 1, n, n).plus(DoubleMatrix.identity(n).times(n));
    for (GemmKernels kernels : KERNELS) {
      JavaLapack java = new JavaLapack(kernels);
      double[] expected = a.array().clone();
      double[] found = a.array().clone();
      NATIVE.cholesky(n, expected);
      java.cholesky(n, found);
      // The condition of a is at most about 5 whatever n.
      assertClose(wrap(n, found), wrap(n, expected), 8, 1);

      double[] b = g.array().clone();
      double[] c = g.array().clone();
      NATIVE.solveLower(true, n, n, expected, b);
      java.solveLower(true, n, n, expected, c);
      assertClose(wrap(n, c), wrap(n, b), 8, g.maxAbs());

      int[] pivots = new int[n];
      int[] javaPivots = new int[n];
      double[] lu = g.array().clone();
      double[] javaLu = g.array().clone();
      NATIVE.lu(n, lu, pivots);
      java.lu(n, javaLu, javaPivots);
      assertThat(javaPivots).isEqualTo(pivots);
      assertClose(wrap(n, javaLu), wrap(n, lu), 8, g.maxAbs());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 15, 16, 17, 31, 33, 63, 65, 129, 200})
  void eigenvaluesAndSingularValues(int n) {
    DoubleMatrix a = Matrices.symmetric(n, n);
    for (GemmKernels kernels : KERNELS) {
      JavaLapack java = new JavaLapack(kernels);
      double[] expected = new double[n];
      double[] found = new double[n];
      NATIVE.symmetricEigen(n, a.array().clone(), expected);
      java.symmetricEigen(n, a.array().clone(), found);
      double norm = Math.max(-expected[0], expected[n - 1]);
      // Errors of eigenvalues are those of the matrix, whatever their distances.
      assertClose(DoubleMatrix.diagonal(found), DoubleMatrix.diagonal(expected), 2, norm);

      double[] square = new double[n * n];
      NATIVE.svd(n, n, a.array().clone(), square, expected, square.clone());
      java.svd(n, n, a.array().clone(), square, found, square.clone());
      assertClose(DoubleMatrix.diagonal(found), DoubleMatrix.diagonal(expected), 2, norm);
    }
  }

  private static DoubleMatrix wrap(int n, double[] x) {
    return DoubleMatrix.wrap(n, n, x);
  }
}
