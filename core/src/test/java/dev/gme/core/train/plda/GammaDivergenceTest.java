package dev.gme.core.train.plda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.math.BigMath;
import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The divergence in the bound of variational Bayes, against 100 digits. */
class GammaDivergenceTest {
  private static final MathContext DIGITS = BigMath.DIGITS;

  /** Shapes from a ν of 0.2 to one that stands for infinity, and a posterior h above it. */
  @ParameterizedTest
  @CsvSource({
    "0.1, 3, 0.7",
    "1, 75, 40",
    "1, 75, 4000",
    "15, 75, 90",
    "100, 5, 5",
    "1e4, 55, 200",
    "1e8, 55, 55",
    "1e8, 300, 1",
    "1e12, 55, 4096",
    "1e15, 300, 200"
  })
  void isAccurateForEveryNu(double prior, int h, double moreRate) {
    double shape = prior + h;
    double rate = prior + moreRate;
    // Terms of the size of h log(shape) are what the sum is made of.
    double scale = h * (1 + Math.abs(Math.log(shape)));
    assertThat(VbEStep.gammaDivergence(shape, rate, prior))
        .isCloseTo(exact(prior, h, rate), offset(2e-15 * scale));
  }

  private static double exact(double prior, int h, double rate) {
    BigDecimal a0 = new BigDecimal(prior);
    BigDecimal a = new BigDecimal(prior + h);
    BigDecimal r = new BigDecimal(rate);
    BigDecimal more = a.subtract(a0);
    BigDecimal sum = more.multiply(digamma(a), DIGITS);
    for (int i = 0; i < h; i++) {
      sum = sum.subtract(BigMath.log(a0.add(BigDecimal.valueOf(i))));
    }
    sum = sum.add(a0.multiply(BigMath.log(r.divide(a0, DIGITS)), DIGITS));
    return sum.subtract(a.multiply(r.subtract(a0)).divide(r, DIGITS)).doubleValue();
  }

  /** The recurrence up to 1000, then log x − 1/(2x) − 1/(12x²) + 1/(120x⁴) − 1/(252x⁶). */
  private static BigDecimal digamma(BigDecimal x) {
    BigDecimal shift = BigDecimal.ZERO;
    BigDecimal y = x;
    for (; y.compareTo(BigDecimal.valueOf(1000)) < 0; y = y.add(BigDecimal.ONE)) {
      shift = shift.add(BigDecimal.ONE.divide(y, DIGITS));
    }
    BigDecimal r = BigDecimal.ONE.divide(y.multiply(y), DIGITS);
    BigDecimal series =
        over(12)
            .subtract(r.multiply(over(120).subtract(r.multiply(over(252), DIGITS)), DIGITS))
            .multiply(r, DIGITS);
    return BigMath.log(y)
        .subtract(BigDecimal.ONE.divide(y.add(y), DIGITS))
        .subtract(series)
        .subtract(shift);
  }

  private static BigDecimal over(int n) {
    return BigDecimal.ONE.divide(BigDecimal.valueOf(n), DIGITS);
  }
}
