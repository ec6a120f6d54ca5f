package dev.gme.formats.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** NumberParser to text and back. */
class DigitsTest {
  /** What C's printf gives for %.9g. */
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, -0",
    "1, 1",
    "-2.5, -2.5",
    "10, 10",
    "100000000, 100000000",
    "1e9, 1e+09",
    "123456789, 123456789",
    "1234567890, 1.23456789e+09",
    "0.0001, 0.0001",
    "0.00001, 1e-05",
    "0.1, 0.1",
    "999999999.5, 1e+09",
    "999999999.4, 999999999",
    "0.99999999999, 1",
    "0.000099999999999, 0.0001",
    "1234567.125, 1234567.12",
    "1234567.375, 1234567.38",
    "3.14159265358979, 3.14159265",
    "1.5e300, 1.5e+300",
    "4.9e-324, 4.94065646e-324",
    "1e-12, 1e-12",
    "1e15, 1e+15",
    "-1.25e-7, -1.25e-07",
    "20.0625, 20.0625",
  })
  void asCWritesThem(double value, String text) {
    assertThat(SignificantDigits.text(value, 9)).isEqualTo(text);
  }

  @Test
  void sevenDigitsAsKaldiWrites() {
    assertThat(SignificantDigits.text(0.1f, 7)).isEqualTo("0.1");
    assertThat(SignificantDigits.text(-1234.56789, 7)).isEqualTo("-1234.568");
    assertThat(SignificantDigits.text(Double.NaN, 7)).isEqualTo("nan");
    assertThat(SignificantDigits.text(Double.NEGATIVE_INFINITY, 7)).isEqualTo("-inf");
    assertThat(SignificantDigits.text(1.0 / 3, 17)).isEqualTo("0.33333333333333331");
  }

  /** Every count of digits against exact decimals, for floats and doubles of all sizes; seed 4. */
  @Test
  void correctlyRounded() {
    Random random = new Random(4);
    for (int i = 0; i < 200_000; i++) {
      double value =
          switch (i % 3) {
            case 0 -> Float.intBitsToFloat(random.nextInt());
            case 1 -> random.nextGaussian() * Math.pow(10, random.nextInt(24) - 12);
            // Many of these are ties for some count of digits.
            default -> random.nextInt(1 << 24) / (double) (1 << random.nextInt(20));
          };
      if (!Double.isFinite(value) || value == 0) {
        continue;
      }
      int digits = 1 + random.nextInt(17);
      BigDecimal expected =
          new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN));
      String text = SignificantDigits.text(value, digits);
      assertThat(new BigDecimal(text)).as(text).isEqualByComparingTo(expected);
      String mantissa = text.replaceFirst("e.*", "");
      if (mantissa.contains(".")) {
        assertThat(mantissa).doesNotContainPattern("[0.]$");
      }
    }
  }

  private static double parse(String text) {
    byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.US_ASCII);
    return NumberParser.parse(bytes, 1, bytes.length - 1);
  }

  /** Draws with the random seed 5. */
  @Test
  void readBackTheSame() {
    Random random = new Random(5);
    for (int i = 0; i < 100_000; i++) {
      float f = Float.intBitsToFloat(random.nextInt());
      if (!Float.isNaN(f)) {
        assertThat((float) parse(SignificantDigits.text(f, 9))).isEqualTo(f);
      }
      double d = random.nextGaussian() * Math.pow(10, random.nextInt(30) - 15);
      assertThat(parse(SignificantDigits.text(d, 17))).isEqualTo(d);
      assertThat(parse(Double.toString(d))).isEqualTo(d);
    }
  }

  @Test
  void wordsAndOddForms() {
    assertThat(parse("inf")).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(parse("-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(parse("NaN")).isNaN();
    assertThat(parse("-0")).isEqualTo(-0.0);
    assertThat(parse("+.5")).isEqualTo(0.5);
    assertThat(parse("5.")).isEqualTo(5);
    assertThat(parse("12345678901234567890123")).isEqualTo(1.2345678901234568e22);
    assertThat(parse("0.00000000000000000000000012")).isEqualTo(1.2e-25);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", ".", "+", "1x", "0x1p3", "1f", "1d", "e5", "1e", "--1", "1 2", "x"})
  void whatIsNoNumber(String text) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(NumberFormatException.class);
  }
}
