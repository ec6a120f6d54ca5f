package dev.gme.core.train.plda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Qr;
import dev.gme.core.math.SeededRandom;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpeakerSpaceTest {

  /** A matrix of these eigenvalues in random directions. */
  private static DoubleMatrix withEigenvalues(double[] lambda, long seed) {
    int d = lambda.length;
    DoubleMatrix random = DoubleMatrix.wrap(d, d, new SeededRandom(seed).gaussians(d * d));
    DoubleMatrix q = Qr.of(random).q();
    return q.times(DoubleMatrix.diagonal(lambda)).timesTranspose(q).symmetrized();
  }

  private static boolean isClearlyWhole(DoubleMatrix fwf) {
    return SpeakerSpace.isClearlyWhole(fwf, Cholesky.of(fwf));
  }

  private static double[] spectrum(int d, double least) {
    double[] lambda = new double[d];
    Arrays.setAll(lambda, k -> 1 + k / (double) d);
    lambda[0] = least;
    return lambda;
  }

  /** Whatever is called whole has no direction to drop; seeds 1 to 20 for each size. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 60, 200})
  void whatIsCalledWholeDropsNothing(int d) {
    for (long seed = 1; seed <= 20; seed++) {
      for (double least : new double[] {0, 1e-16, 1e-13, 1e-12, 1e-11, 1e-10}) {
        DoubleMatrix fwf = withEigenvalues(spectrum(d, least), seed);
        assertThat(isClearlyWhole(fwf)).as("%s, seed %d", least, seed).isFalse();
      }
    }
  }

  @Test
  void ordinarySpectraAreWhole() {
    for (double least : new double[] {1, 1e-3, 1e-6}) {
      assertThat(isClearlyWhole(withEigenvalues(spectrum(100, least), 1))).isTrue();
      assertThat(isClearlyWhole(DoubleMatrix.diagonal(spectrum(100, least)))).isTrue();
    }
    assertThat(isClearlyWhole(DoubleMatrix.diagonal(3))).isTrue();
  }

  @Test
  void dropsByTheRule() {
    DroppedDimensions dropped = new DroppedDimensions();
    SpeakerSpace space = SpeakerSpace.of(DoubleMatrix.diagonal(5e-13, 2, 0, 3e-12, 1), 4, dropped);
    assertThat(space.lambda).containsExactly(2, 1, 3e-12);
    assertThat(dropped.notes(3))
        .containsExactly(
            "the speaker dimension is 3 instead of 5: the data do not support more (dropped: 2 in"
                + " iteration 4)");
    DoubleMatrix f = DoubleMatrix.identity(5);
    assertThat(space.canonical(f).cols()).isEqualTo(3);
  }
}
