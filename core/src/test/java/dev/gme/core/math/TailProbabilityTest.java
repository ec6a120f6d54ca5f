package dev.gme.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/math.md 12.4, by cases that have a closed form. */
class TailProbabilityTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  /** Two dimensions: exp(−q/2) where noise is Gaussian, (1 + q/ν)^(−ν/2) else. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-9, 0.3, 1, 2, 7, 40, 900})
  void twoDimensions(double q) {
    double gauss = Math.exp(-q / 2);
    assertThat(TailProbability.of(q, 2, INFINITE)).isCloseTo(gauss, within(1e-13 * gauss));
    for (double nu : new double[] {0.1, 1, 2, 4, 33, 1e6}) {
      double heavy = Math.exp(-0.5 * nu * Math.log1p(q / nu));
      assertThat(TailProbability.of(q, 2, nu)).isCloseTo(heavy, within(1e-9 * heavy));
    }
  }

  /** ν = 2: the chance is 1 − (q/(2+q))^(n/2), whatever n is. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 20, 201, 800})
  void twoDegreesOfFreedom(int n) {
    for (double q : new double[] {0.01, 1, 50, 3000, 1e9}) {
      double expected = -Math.expm1(-0.5 * n * Math.log1p(2 / q));
      assertThat(TailProbability.of(q, n, 2)).isCloseTo(expected, within(1e-11 * expected));
    }
  }

  @Test
  void manyDegreesOfFreedomAreGaussian() {
    for (double q : new double[] {10, 90, 110, 200}) {
      double gauss = TailProbability.of(q, 100, INFINITE);
      assertThat(TailProbability.of(q, 100, 1e9)).isCloseTo(gauss, within(1e-5 * gauss));
    }
  }

  @Test
  void endsAndNonsense() {
    assertThat(TailProbability.of(0, 5, 3)).isEqualTo(1);
    assertThat(TailProbability.of(INFINITE, 5, 3)).isZero();
    assertThat(TailProbability.of(INFINITE, 5, INFINITE)).isZero();
    assertThat(TailProbability.of(1e6, 5, INFINITE)).isZero();
    assertThatThrownBy(() -> TailProbability.of(Double.NaN, 5, 3))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TailProbability.of(1, 0, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
