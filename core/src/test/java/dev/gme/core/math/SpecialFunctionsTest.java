package dev.gme.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.Seeds;
import java.math.BigDecimal;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpecialFunctionsTest {
  private static final double EULER = 0.5772156649015329;

  /** 1e-14 of the value; near a zero of the function 5e-15. */
  private static Offset<Double> digits(double expected) {
    return offset(5e-15 + 1e-14 * Math.abs(expected));
  }

  /** Numbers whose logarithms lie between two limits. */
  private static double[] positives(long seed, int lowest, int highest) {
    SeededRandom random = new SeededRandom(seed);
    return DoubleStream.generate(random::nextDouble)
        .limit(200)
        .map(u -> Math.exp((highest - lowest) * u + lowest))
        .toArray();
  }

  @Test
  void logGammaOfIntegersIsLogOfFactorials() {
    BigDecimal factorial = BigDecimal.ONE;
    for (int n = 1; n <= 170; n++) {
      double expected = BigMath.log(factorial).doubleValue();
      assertThat(SpecialFunctions.logGamma(n))
          .as("n = %d", n)
          .isCloseTo(expected, digits(expected));
      factorial = factorial.multiply(BigDecimal.valueOf(n));
    }
  }

  /** Γ(n+½) = Γ(n−½)·(n−½) from Γ(½) = √π. */
  @Test
  void logGammaOfHalfIntegers() {
    double expected = 0.5 * Math.log(Math.PI);
    for (int n = 0; n <= 100; n++) {
      assertThat(SpecialFunctions.logGamma(n + 0.5))
          .as("%d + 1/2", n)
          .isCloseTo(expected, offset(1e-14 + 3e-14 * Math.abs(expected)));
      expected += Math.log(n + 0.5);
    }
  }

  /** Legendre: Γ(x)Γ(x+½) = 2^(1−2x) √π Γ(2x). */
  @Seeds(5)
  void duplication(long seed) {
    for (double x : positives(seed, -4, 6)) {
      double left = SpecialFunctions.logGamma(x) + SpecialFunctions.logGamma(x + 0.5);
      double right =
          (1 - 2 * x) * Math.log(2) + 0.5 * Math.log(Math.PI) + SpecialFunctions.logGamma(2 * x);
      double largest = Math.abs(SpecialFunctions.logGamma(2 * x)) + 2 * x;
      assertThat(left).as("x = %s", x).isCloseTo(right, offset(1e-14 * (1 + largest)));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-10})
  void logGammaNearZeroIsMinusLog(double x) {
    assertThat(SpecialFunctions.logGamma(x)).isCloseTo(-Math.log(x), offset(1e-9));
  }

  @Test
  void logGammaOfInfinity() {
    assertThat(SpecialFunctions.logGamma(Double.POSITIVE_INFINITY)).isInfinite().isPositive();
    assertThat(SpecialFunctions.logGamma(Double.MAX_VALUE)).isInfinite().isPositive();
  }

  @Test
  void digammaAtKnownPoints() {
    double quarter = -EULER - Math.PI / 2 - 3 * Math.log(2);
    assertThat(SpecialFunctions.digamma(1)).isCloseTo(-EULER, digits(EULER));
    assertThat(SpecialFunctions.digamma(0.5)).isCloseTo(-EULER - 2 * Math.log(2), digits(2));
    assertThat(SpecialFunctions.digamma(0.25)).isCloseTo(quarter, digits(quarter));
    double harmonic = 0;
    for (int n = 1; n <= 1000; n++) {
      double expected = harmonic - EULER;
      assertThat(SpecialFunctions.digamma(n)).as("n = %d", n).isCloseTo(expected, digits(10));
      harmonic += 1.0 / n;
    }
  }

  @Seeds(5)
  void digammaRecurrence(long seed) {
    for (double x : positives(seed, -6, 6)) {
      double expected = SpecialFunctions.digamma(x) + 1 / x;
      assertThat(SpecialFunctions.digamma(x + 1))
          .as("x = %s", x)
          .isCloseTo(expected, offset(1e-14 * (1 + 1 / x)));
    }
  }

  /** The series above 15 and the recurrence below it must meet. */
  @Test
  void noStepWhereTheSeriesTakesOver() {
    double below = Math.nextDown(15.0);
    assertThat(SpecialFunctions.logGamma(below))
        .isCloseTo(SpecialFunctions.logGamma(15), offset(1e-13));
    assertThat(SpecialFunctions.digamma(below))
        .isCloseTo(SpecialFunctions.digamma(15), offset(1e-14));
    assertThat(SpecialFunctions.logGammaRatio(below, 2.5))
        .isCloseTo(SpecialFunctions.logGammaRatio(15, 2.5), offset(1e-13));
  }

  /** Γ(x+n)/Γ(x) = x(x+1)…(x+n−1), for which 100 digits are no trouble. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.5, 14.9, 15, 1e3, 1e8, 1e15, 1e100})
  void logGammaRatioOfWholeSteps(double x) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int n = 1; n <= 40; n++) {
      sum = sum.add(BigMath.log(new BigDecimal(x).add(new BigDecimal(n - 1))));
      double expected = sum.doubleValue();
      assertThat(SpecialFunctions.logGammaRatio(x, n))
          .as("x = %s, n = %d", x, n)
          .isCloseTo(expected, offset(2e-14 * (1 + Math.abs(expected))));
    }
  }

  /** lnΓ(x+h) − lnΓ(x) = h log x + h(h−1)/(2x) + O(x⁻²). */
  @ParameterizedTest
  @ValueSource(doubles = {1e9, 1e12, 1e15, 1e200})
  void logGammaRatioOfHugeArguments(double x) {
    for (double h : new double[] {0, 0.5, 3, 256.5}) {
      double expected = h * Math.log(x) + h * (h - 1) / (2 * x);
      assertThat(SpecialFunctions.logGammaRatio(x, h))
          .as("h = %s", h)
          .isCloseTo(expected, offset(1e-11 + 4e-16 * Math.abs(expected)));
    }
  }

  @Test
  void xMinusLog1pAgainstHundredDigits() {
    for (int i = -320; i <= 320; i++) {
      // ±1e-16 to ±1e300, denser around the switch at 0.1 than a table by hand would be.
      double magnitude = Math.pow(10, -16 + Math.abs(i) / 20.0);
      double x = i < 0 ? -magnitude : magnitude;
      if (x <= -1) {
        continue;
      }
      BigDecimal big = new BigDecimal(x);
      double expected = big.subtract(BigMath.log(big.add(BigDecimal.ONE))).doubleValue();
      assertThat(SpecialFunctions.xMinusLog1p(x))
          .as("x = %s", x)
          .isCloseTo(expected, offset(5e-15 * expected));
    }
    assertThat(SpecialFunctions.xMinusLog1p(0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.NEGATIVE_INFINITY})
  void onlyPositiveArguments(double x) {
    String sentence = "the argument must be positive, found " + x;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SpecialFunctions.logGamma(x))
        .withMessage(sentence);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SpecialFunctions.digamma(x))
        .withMessage(sentence);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SpecialFunctions.logGammaRatio(x, 1))
        .withMessage(sentence);
  }
}
