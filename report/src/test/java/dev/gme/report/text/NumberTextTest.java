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

  @Test
  void haveFixedDigits() {
    assertThat(NumberText.fixed(0.12345, 4)).isEqualTo("0.1235");
    assertThat(NumberText.fixed(-1, 2)).isEqualTo("−1.00");
    assertThat(NumberText.fixed(Double.POSITIVE_INFINITY, 2)).isEqualTo("∞");
  }

  @Test
  void areCountedInThousands() {
    assertThat(NumberText.count(1_234_567)).isEqualTo("1,234,567");
  }
}
