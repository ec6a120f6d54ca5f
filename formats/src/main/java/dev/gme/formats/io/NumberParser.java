package dev.gme.formats.io;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Reads numbers from bytes: what C and Java write, with {@code inf}, {@code Infinity} and {@code
 * nan} in any case, each correctly rounded to double.
 */
public final class NumberParser {
  /** Powers of ten that are exact in double. */
  private static final double[] POWERS = new double[23];

  static {
    double power = 1;
    for (int i = 0; i < POWERS.length; i++, power *= 10) {
      POWERS[i] = power;
    }
  }

  private NumberParser() {}

  /**
   * The number that the bytes from {@code from} to {@code to} spell.
   *
   * @throws NumberFormatException if they spell none
   */
  public static double parse(byte[] in, int from, int to) {
    int at = from;
    boolean negative = at < to && in[at] == '-';
    if (negative || (at < to && in[at] == '+')) {
      at++;
    }
    long mantissa = 0;
    int digits = 0;
    int exponent = 0;
    int seen = at;
    boolean point = false;
    for (; at < to; at++) {
      int c = in[at] - '0';
      if (c >= 0 && c <= 9) {
        mantissa = mantissa * 10 + c;
        digits += mantissa > 0 ? 1 : 0;
        exponent -= point ? 1 : 0;
      } else if (in[at] == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    boolean any = at - seen > (point ? 1 : 0);
    if (any && at < to && (in[at] == 'e' || in[at] == 'E')) {
      return slow(in, from, to);
    }
    // With up to 15 digits mantissa and power are exact, so that one rounding is left.
    if (!any || at < to || digits > 15 || exponent < -22) {
      return slow(in, from, to);
    }
    double value = mantissa / POWERS[-exponent];
    return negative ? -value : value;
  }

  private static double slow(byte[] in, int from, int to) {
    String text = new String(in, from, to - from, StandardCharsets.ISO_8859_1);
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      case "nan", "-nan", "+nan" -> Double.NaN;
      default -> decimal(text);
    };
  }

  /** Java also reads hexadecimal numbers, surrounding blanks and types such as 1f: not here. */
  private static double decimal(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && "+-.eE".indexOf(c) < 0) {
        throw new NumberFormatException(text);
      }
    }
    return Double.parseDouble(text);
  }
}
