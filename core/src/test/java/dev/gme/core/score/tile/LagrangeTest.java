package dev.gme.core.score.tile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Simd;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LagrangeTest {
  @Test
  void interpolatesPolynomialsAndTheirDerivatives() {
    Lagrange points = new Lagrange(new double[] {-1, 0.5, 2, 3});
    double[] t = {-2, -1, 0.3, 0.5, 1, 2.5, 3, 4, 5, 0, 7};
    double[] w = new double[4 * t.length];
    points.weights(t.length, t, 0, w);
    DoubleMatrix slopes = points.differentiation();
    double[] u = {-1, 0.5, 2, 3};
    for (int i = 0; i < t.length; i++) {
      double value = 0;
      double slope = 0;
      for (int p = 0; p < 4; p++) {
        double f = u[p] * u[p] * u[p] - 2 * u[p];
        value += w[p * t.length + i] * f;
        for (int q = 0; q < 4; q++) {
          slope += w[q * t.length + i] * slopes.get(q, p) * f;
        }
      }
      assertThat(value).isCloseTo(t[i] * t[i] * t[i] - 2 * t[i], within(1e-10));
      assertThat(slope).isCloseTo(3 * t[i] * t[i] - 2, within(1e-9));
    }
  }

  /** Seed 2; numbers of functions around ends of vectors, the third of four arguments. */
  @Test
  void combinesTheValuesOfManyFunctions() {
    Random random = new Random(2);
    for (int m : new int[] {1, 7, 16, 33, 50}) {
      double[] weight = random.doubles(4 * 5).toArray();
      double[] x = random.doubles(3 + 5 * 60).toArray();
      for (LagrangeKernels kernels :
          List.of(
              new ScalarLagrange(),
              Simd.orScalar("SimdLagrange", LagrangeKernels.class, new ScalarLagrange()))) {
        double[] out = new double[4 * m];
        Arrays.fill(out, 2 * m, 3 * m, 0.5);
        kernels.addCombined(2, 5, weight, m, x, 3, 60, out);
        for (int i = 0; i < m; i++) {
          double expected = 0.5;
          for (int p = 0; p < 5; p++) {
            expected += weight[2 * 5 + p] * x[3 + p * 60 + i];
          }
          assertThat(out[2 * m + i]).isCloseTo(expected, within(1e-14));
          assertThat(List.of(out[i], out[m + i], out[3 * m + i])).containsOnly(0.0);
        }
      }
    }
  }
}
