package dev.gme.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberTextTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "1, 1",
    "0.30000000000000004, 0.3",
    "12345, 12350",
    "-2.5, −2.5",
    "0.00012346, 0.0001235",
    "0.00001234, 1.234e−5",
    "-1500000, −1.5e6",
    "1e300, 1e300",
    "Infinity, ∞",
    "-Infinity, −∞",
    "NaN, –"
  })
  void areShort(double value, String text) {
    assertThat(NumberText.shortest(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1.3333, 1.3", "0.0666, 0.067", "12.4, 12", "99.96, 100", "2, 2"})
  void sharesHaveTwoDigits(double value, String text) {
    assertThat(NumberText.share(value)).isEqualTo(text);
  }

  @Test
  void haveFixedDigits() {
    assertThat(NumberText.fixed(0.12345, 4)).isEqualTo("0.1235");
    assertThat(NumberText.fixed(-1, 2)).isEqualTo("−1.00");
    assertThat(NumberText.fixed(Double.POSITIVE_INFINITY, 2)).isEqualTo("∞");
  }

  @ParameterizedTest
  @CsvSource({
    "3.36, 190.79, 0",
    "1.6, 3.0, 2",
    "0.071, 0.141, 3",
    "0.1, 0.1, 3",
    "1, Infinity, 3",
    "0.10001, 0.10002, 4"
  })
  void haveDigitsThatTheirIntervalWarrants(double lo, double hi, int digits) {
    assertThat(NumberText.digits(lo, hi)).isEqualTo(digits);
  }

  @Test
  void differencesHaveASign() {
    assertThat(NumberText.signed(0.5, 1)).isEqualTo("+0.5");
    assertThat(NumberText.signed(-0.5, 1)).isEqualTo("−0.5");
    assertThat(NumberText.signed(0.001, 1)).isEqualTo("0.0");
  }

  @Test
  void areCountedInThousands() {
    assertThat(NumberText.count(1_234_567)).isEqualTo("1,234,567");
  }
}
