package dev.gme.report.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers as people read them, the same in every country. */
public final class NumberText {
  /** Four significant digits are enough to read from a plot. */
  private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_UP);

  private static final MathContext FEW_DIGITS = new MathContext(2, RoundingMode.HALF_UP);
  private static final int MOST_DIGITS = 4;
  private static final double LARGE = 1e6;
  private static final double SMALL = 1e-4;

  private NumberText() {}

  /** At most four significant digits, without trailing zeros. */
  public static String shortest(double value) {
    return shortest(value, DIGITS);
  }

  /** At most two, of a share of trials: few speakers make them, so that no more is known. */
  public static String share(double value) {
    return shortest(value, FEW_DIGITS);
  }

  private static String shortest(double value, MathContext digits) {
    if (!Double.isFinite(value)) {
      return infinite(value);
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value, digits).stripTrailingZeros();
    double size = Math.abs(value);
    String text = size >= LARGE || size < SMALL ? scientific(rounded) : rounded.toPlainString();
    return text.replace('-', '−');
  }

  private static String scientific(BigDecimal value) {
    int exponent = value.precision() - value.scale() - 1;
    return value.scaleByPowerOfTen(-exponent).stripTrailingZeros().toPlainString() + "e" + exponent;
  }

  /** A difference with its sign. */
  public static String signed(double value, int digits) {
    String text = fixed(value, digits);
    return value > 0 && !text.matches("[0.]+") ? "+" + text : text;
  }

  /** A number with a fixed number of digits behind the point. */
  public static String fixed(double value, int digits) {
    return Double.isFinite(value)
        ? String.format(Locale.ROOT, "%." + digits + "f", value).replace('-', '−')
        : infinite(value);
  }

  /**
   * How many digits behind the point are worth showing of a figure that is known to lie in an
   * interval: two significant ones of half its width, at most four.
   */
  public static int digits(double lo, double hi) {
    double half = (hi - lo) / 2;
    if (!(half > 0) || Double.isInfinite(half)) {
      return MOST_DIGITS - 1;
    }
    int digits = 1 - (int) Math.floor(Math.log10(half));
    return Math.max(0, Math.min(MOST_DIGITS, digits));
  }

  private static String infinite(double value) {
    return Double.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  }

  /** A whole number with commas between thousands. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
