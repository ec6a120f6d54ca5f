package dev.gme.frontend.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.frontend.feature.SlidingCmvn;
import dev.gme.frontend.network.Normalization.Kind;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class NormalizationTest {
  private static final int N = 50;
  private static final int D = 3;

  private static FloatMatrix frames() {
    double[] x = new SeededRandom(1).gaussians(N * D);
    float[] out = new float[N * D];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) (10 + 3 * x[i]);
    }
    return FloatMatrix.wrap(N, D, out);
  }

  /** Mean and sum of squares of each column. */
  private static double[][] moments(FloatMatrix m) {
    double[][] out = new double[2][m.cols()];
    for (int k = 0; k < m.cols(); k++) {
      for (int t = 0; t < m.rows(); t++) {
        out[0][k] += m.get(t, k) / m.rows();
        out[1][k] += m.get(t, k) * m.get(t, k);
      }
    }
    return out;
  }

  @Test
  void overTheRecording() {
    FloatMatrix x = frames();
    assertThat(Normalization.NONE.apply(x, 100)).isSameAs(x);
    double[][] mean = moments(Normalization.MEAN.apply(x, 100));
    double[][] both = moments(new Normalization(Kind.MEAN_VARIANCE, 0).apply(x, 100));
    double[][] nemo = moments(new Normalization(Kind.PER_FEATURE, 0).apply(x, 100));
    for (int k = 0; k < D; k++) {
      assertThat(mean[0][k]).isCloseTo(0, Offset.offset(1e-6));
      assertThat(mean[1][k]).isGreaterThan(3 * N);
      assertThat(both[0][k]).isCloseTo(0, Offset.offset(1e-6));
      assertThat(both[1][k]).isCloseTo(N, Offset.offset(1e-4));
      // The unbiased deviation: one degree of freedom less.
      assertThat(nemo[1][k]).isCloseTo(N - 1, Offset.offset(1e-2));
    }
  }

  @Test
  void overAWindow() {
    FloatMatrix x = frames();
    assertThat(new Normalization(Kind.MEAN, 0.2).apply(x, 100))
        .isEqualTo(new SlidingCmvn(20, 100, true, false).apply(x));
    // A window that is longer than the recording is the recording.
    FloatMatrix all = new Normalization(Kind.MEAN, 1e6).apply(x, 100);
    FloatMatrix whole = Normalization.MEAN.apply(x, 100);
    for (int i = 0; i < N * D; i++) {
      assertThat(all.array()[i]).isCloseTo(whole.array()[i], Offset.offset(1e-5f));
    }
  }

  @Test
  void columnsWithoutVariance() {
    FloatMatrix constant = FloatMatrix.wrap(4, 1, new float[] {7, 7, 7, 7});
    FloatMatrix one = FloatMatrix.wrap(1, 2, new float[] {7, -3});
    for (Kind kind : new Kind[] {Kind.MEAN, Kind.MEAN_VARIANCE, Kind.PER_FEATURE}) {
      Normalization n = new Normalization(kind, 0);
      assertThat(n.apply(constant, 100).array()).containsOnly(0);
      assertThat(n.apply(one, 100).array()).containsOnly(0);
    }
  }

  @Test
  void badWindows() {
    assertThatThrownBy(() -> new Normalization(Kind.MEAN, -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Normalization(Kind.PER_FEATURE, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a window for mean or mean-variance");
  }
}
