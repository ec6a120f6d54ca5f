package dev.gme.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The yardstick itself, against digits from tables and by going there and back. */
class BigMathTest {
  private static final BigDecimal TOLERANCE = new BigDecimal("1e-95");

  @Test
  void e() {
    assertThat(BigMath.exp(BigDecimal.ONE))
        .isCloseTo(
            new BigDecimal(
                "2.71828182845904523536028747135266249775724709369995957496696762772407663035354"
                    + "7594571382178525166427"),
            offset(TOLERANCE));
  }

  @Test
  void logOfTwo() {
    assertThat(BigMath.log(new BigDecimal(2)))
        .isCloseTo(
            new BigDecimal(
                "0.69314718055994530941723212145817656807550013436025525412068000949339362196969"
                    + "4715605863326996418687"),
            offset(TOLERANCE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1e-300", "1e300", "0.5", "1.0000000000000000000001", "123456.789"})
  void expOfLog(String x) {
    BigDecimal given = new BigDecimal(x);
    BigDecimal back = BigMath.exp(BigMath.log(given));
    assertThat(back.divide(given, BigMath.DIGITS)).isCloseTo(BigDecimal.ONE, offset(TOLERANCE));
  }
}
