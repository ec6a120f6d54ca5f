package dev.gme.formats.io;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * Writes numbers with a given count of significant digits as C's {@code %.Ng} does: correctly
 * rounded, without trailing zeros, with an exponent below 1e-4 and from 10^N on. The bytes are the
 * same on every JDK, which those of {@link Float#toString(float)} are not.
 */
public final class SignificantDigits {
  /** No number takes more bytes with up to 17 digits. */
  public static final int LONGEST = 32;

  private static final double[] POWERS = new double[23];
  private static final byte[] PAIRS = new byte[200];

  static {
    double power = 1;
    for (int i = 0; i < POWERS.length; i++, power *= 10) {
      POWERS[i] = power;
    }
    for (int i = 0; i < 100; i++) {
      PAIRS[2 * i] = (byte) ('0' + i / 10);
      PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
    }
  }

  private SignificantDigits() {}

  /**
   * Puts the number into {@code out} from {@code at} on.
   *
   * @param digits from 1 to 17
   * @return where the next byte goes
   */
  public static int put(double value, int digits, byte[] out, int at) {
    int next = at;
    if (Double.isNaN(value)) {
      return word("nan", out, next);
    }
    if (Double.doubleToRawLongBits(value) < 0) {
      out[next++] = '-';
    }
    double magnitude = Math.abs(value);
    if (magnitude == Double.POSITIVE_INFINITY) {
      return word("inf", out, next);
    }
    if (magnitude == 0) {
      out[next++] = '0';
      return next;
    }
    if (digits <= 9 && magnitude >= 1e-12 && magnitude < 1e15) {
      int exponent = exponent(magnitude);
      int shift = digits - 1 - exponent;
      double scaled = shift >= 0 ? magnitude * POWERS[shift] : magnitude / POWERS[-shift];
      long whole = (long) scaled;
      double rest = scaled - whole;
      // One float in some hundreds lies just between two numbers; the fused product shows that
      // scaling was exact.
      boolean tie = rest == 0.5 && shift >= 0 && Math.fma(magnitude, POWERS[shift], -scaled) == 0;
      // Scaling has an error below 1e-6 here: only a rest that near to a half is open.
      if (tie || Math.abs(rest - 0.5) > 1e-6) {
        boolean up = tie ? whole % 2 == 1 : rest > 0.5;
        long rounded = up ? whole + 1 : whole;
        return rounded == (long) POWERS[digits]
            ? layOut(rounded / 10, exponent + 1, digits, out, next)
            : layOut(rounded, exponent, digits, out, next);
      }
    }
    BigDecimal exact =
        new BigDecimal(magnitude).round(new MathContext(digits, RoundingMode.HALF_EVEN));
    int exponent = exact.precision() - exact.scale() - 1;
    long all =
        exact
            .setScale(digits - 1 - exponent, RoundingMode.UNNECESSARY)
            .unscaledValue()
            .longValueExact();
    return layOut(all, exponent, digits, out, next);
  }

  /** The largest e with 10^e ≤ magnitude. */
  private static int exponent(double magnitude) {
    if (magnitude >= 1) {
      int e = 0;
      while (magnitude >= POWERS[e + 1]) {
        e++;
      }
      return e;
    }
    int e = -1;
    // A power that is not a double is met from below or above by rounding; the digits show it.
    while (magnitude * POWERS[-e] < 1) {
      e--;
    }
    return e;
  }

  /** Lays out d.ddd·10^exponent, whose digits are those of {@code all}. */
  private static int layOut(long all, int exponent, int digits, byte[] out, int at) {
    int kept = digits;
    long number = all;
    while (number % 10 == 0 && kept > 1) {
      number /= 10;
      kept--;
    }
    if (exponent < -4 || exponent >= digits) {
      int next = scientific(number, kept, out, at);
      out[next++] = 'e';
      out[next++] = (byte) (exponent < 0 ? '-' : '+');
      int power = Math.abs(exponent);
      if (power >= 100) {
        out[next++] = (byte) ('0' + power / 100);
      }
      out[next++] = PAIRS[2 * (power % 100)];
      out[next++] = PAIRS[2 * (power % 100) + 1];
      return next;
    }
    int next = at;
    if (exponent < 0) {
      out[next++] = '0';
      out[next++] = '.';
      for (int k = -1; k > exponent; k--) {
        out[next++] = '0';
      }
      return digits(number, kept, out, next);
    }
    int whole = exponent + 1;
    if (kept <= whole) {
      next = digits(number, kept, out, next);
      for (int k = kept; k < whole; k++) {
        out[next++] = '0';
      }
      return next;
    }
    // One place is left free for the point: the digits before it move there.
    digits(number, kept, out, next + 1);
    System.arraycopy(out, next + 1, out, next, whole);
    out[next + whole] = '.';
    return next + kept + 1;
  }

  private static int scientific(long number, int kept, byte[] out, int at) {
    if (kept == 1) {
      return digits(number, 1, out, at);
    }
    digits(number, kept, out, at + 1);
    out[at] = out[at + 1];
    out[at + 1] = '.';
    return at + kept + 1;
  }

  private static int digits(long number, int count, byte[] out, int at) {
    int place = at + count;
    long left = number;
    while (place - at >= 2) {
      int pair = (int) (left % 100);
      left /= 100;
      out[--place] = PAIRS[2 * pair + 1];
      out[--place] = PAIRS[2 * pair];
    }
    if (place > at) {
      out[at] = (byte) ('0' + left);
    }
    return at + count;
  }

  private static int word(String word, byte[] out, int at) {
    byte[] bytes = word.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, out, at, bytes.length);
    return at + bytes.length;
  }

  /** The number as text. */
  public static String text(double value, int digits) {
    byte[] out = new byte[LONGEST];
    return new String(out, 0, put(value, digits, out, 0), StandardCharsets.US_ASCII);
  }
}
