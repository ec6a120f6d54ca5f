package dev.gme.core.identify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.linalg.Simd;
import dev.gme.core.math.SeededRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectorized loops give the bits of their scalar twins. */
class IndexKernelsTest {
  private static final IndexKernels SCALAR = new ScalarIndexKernels();
  private static final IndexKernels USED =
      Simd.orScalar("SimdIndexKernels", IndexKernels.class, SCALAR);

  private static float[] floats(int n, long seed) {
    SeededRandom random = new SeededRandom(seed);
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = (float) random.nextGaussian();
    }
    return out;
  }

  @ParameterizedTest
  @CsvSource({"16, 16, 1", "16, 48, 7", "16, 80, 0", "64, 64, 3", "64, 192, 31", "16, 112, 200"})
  void bothAgree(int width, int rows, int d) {
    float[] x = floats(5 + rows * d, 1);
    float[] c = floats(4 * d, 2);
    float[] tau = floats(3 + rows, 3);
    float[] expected = new float[rows + 2];
    float[] found = new float[rows + 2];
    SCALAR.between(rows, width, d, x, 5, c, 0.3f, -0.2f, tau, 3, expected, 1);
    USED.between(rows, width, d, x, 5, c, 0.3f, -0.2f, tau, 3, found, 1);
    assertThat(found).isEqualTo(expected);
    SCALAR.atOne(rows, width, d, x, 5, c, 0.7f, expected, 2);
    USED.atOne(rows, width, d, x, 5, c, 0.7f, found, 2);
    assertThat(found).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "7", "8", "9", "15", "16", "17", "33"})
  void maxima(int n) {
    float[] x = floats(n + 2, 4);
    assertThat(USED.max(n, x, 1)).isEqualTo(SCALAR.max(n, x, 1));
  }
}
