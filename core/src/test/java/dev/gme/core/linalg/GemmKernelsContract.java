package dev.gme.core.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every set of inner loops must do. */
abstract class GemmKernelsContract {
  private static final int OFF = 3;

  private final GemmKernels kernels = kernels();

  abstract GemmKernels kernels();

  @Test
  void tilesHoldWholeVectors() {
    assertThat(kernels.floatNr() % kernels.floatLanes()).isZero();
    assertThat(kernels.doubleNr()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1023})
  void operatesOnVectors(int n) {
    Random random = new Random(n);
    float[] x = floats(random, n + 2 * OFF);
    float[] y = floats(random, n + 2 * OFF);
    double[] xd = GemmCase.Form.widened(x);
    double[] yd = GemmCase.Form.widened(y);
    double dot = 0;
    double size = 0;
    for (int i = OFF; i < OFF + n; i++) {
      dot += xd[i] * yd[i];
      size += Math.abs(xd[i] * yd[i]);
    }
    assertWithin(kernels.dot(n, x, OFF, y, OFF), dot, (n + 1) * Math.ulp(1f) * size);
    assertWithin(kernels.dot(n, xd, OFF, yd, OFF), dot, (n + 1) * Math.ulp(1.0) * size);

    float[] z = y.clone();
    double[] zd = yd.clone();
    kernels.axpy(n, 1.5f, x, OFF, z, OFF);
    kernels.axpy(n, 1.5, xd, OFF, zd, OFF);
    double[] rx = xd.clone();
    double[] ry = yd.clone();
    kernels.rotate(n, rx, OFF, ry, OFF, 0.6, 0.8);
    for (int i = 0; i < z.length; i++) {
      boolean inside = i >= OFF && i < OFF + n;
      double alpha = inside ? 1.5 : 0;
      double c = inside ? 0.6 : 1;
      double s = inside ? 0.8 : 0;
      double scale = Math.abs(xd[i]) + Math.abs(yd[i]);
      assertWithin(z[i], yd[i] + alpha * xd[i], 4 * Math.ulp(1f) * scale * alpha);
      assertWithin(zd[i], yd[i] + alpha * xd[i], 4 * Math.ulp(1.0) * scale * alpha);
      assertWithin(rx[i], c * xd[i] + s * yd[i], 4 * Math.ulp(1.0) * scale * s);
      assertWithin(ry[i], c * yd[i] - s * xd[i], 4 * Math.ulp(1.0) * scale * s);
    }
  }

  private static float[] floats(Random random, int n) {
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) random.nextGaussian();
    }
    return x;
  }

  private static void assertWithin(double found, double expected, double bound) {
    assertThat(Math.abs(found - expected)).isLessThanOrEqualTo(bound);
  }
}
