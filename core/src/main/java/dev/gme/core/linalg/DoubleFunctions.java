package dev.gme.core.linalg;

/**
 * Elementary functions of one double, written as the sequence of operations that {@code
 * DoubleLanes} makes on vectors, so that both give the same bits: a change here is a change there.
 * {@link VectorMath} states the error bounds.
 *
 * <p>Reduction: e^x = 2^n e^r with |r| ≤ ln(2)/2, and log x = k ln 2 + log(1 + f) with 1 + f in
 * [3/4, 3/2). The interval for f is chosen for log1p: 1 + x lies in it, or can be scaled into it
 * without rounding. Conversions between numbers and exponents go through the bits of a sum with
 * {@link #ROUND}: not every machine has vector instructions that convert.
 */
final class DoubleFunctions {
  /** Beyond ±746 e^x overflows or is less than half the smallest double. */
  static final double EXP_LIMIT = 746;

  /** From here on log1p(x) is computed as log x, which it equals long before. */
  static final double LOG1P_LIMIT = 0x1p1000;

  static final double LOG2_E = 0x1.71547652b82fep0;
  static final double MINUS_LN2 = -0x1.62e42fefa39efp-1;

  /** The rest of -ln 2 after {@link #MINUS_LN2}. */
  static final double MINUS_LN2_LOW = -0x1.abc9e3b39803fp-56;

  /**
   * Added to a small number, this rounds it to an integer that stands in the low bits: the unit of
   * doubles near 1.5 · 2^52 is 1. The other 2046 are twice the exponent's bias, see {@link
   * #expNotAbove}.
   */
  static final double ROUND = 0x1.8p52 + 2046;

  static final long ROUND_BITS = 0x4338000000000000L + 2046;

  /** {@link #ROUND} plus the exponent's bias, for the exponent field of a logarithm's argument. */
  static final double ROUND_BIASED = ROUND + 1023;

  static final int MANTISSA_BITS = 52;
  static final long MANTISSA = 0x000fffffffffffffL;
  static final long THREE_QUARTERS = 0x3fe8000000000000L;

  /** Added to a number's bits, this moves 3/4 to where 1 was. */
  static final long THREE_QUARTERS_TO_ONE = 0x3ff0000000000000L - THREE_QUARTERS;

  /** Twice the exponent's bias, in place: minus the field of 2^k it is the field of 2^-k. */
  static final long TWICE_BIAS = 2046L << MANTISSA_BITS;

  /*
   * e^r = 1 + r + r² (E0 + E1 r + …) with a relative error below 2^-60; and with s = f / (2 + f),
   * log(1 + f) = 2 artanh s = 2 s + s³ (L0 + L1 s² + …) below 2^-61. Minimax polynomials with
   * coefficients rounded to double: src/test/python/minimax.py.
   */
  static final double E0 = 0.5;
  static final double E1 = 0x1.555555555555bp-3;
  static final double E2 = 0x1.5555555555503p-5;
  static final double E3 = 0x1.111111110ec65p-7;
  static final double E4 = 0x1.6c16c16c30438p-10;
  static final double E5 = 0x1.a01a01b37b40fp-13;
  static final double E6 = 0x1.a01a01369fc53p-16;
  static final double E7 = 0x1.71ddf0285fec8p-19;
  static final double E8 = 0x1.27e5b433679cap-22;
  static final double E9 = 0x1.af6bda6f60119p-26;
  static final double E10 = 0x1.1e3d35c42e14bp-29;

  static final double L0 = 0x1.555555555554fp-1;
  static final double L1 = 0x1.999999999c0cdp-2;
  static final double L2 = 0x1.24924921ee429p-2;
  static final double L3 = 0x1.c71c748716b1bp-3;
  static final double L4 = 0x1.745c4cdb05b8ap-3;
  static final double L5 = 0x1.3b35806546a2ep-3;
  static final double L6 = 0x1.0dcfc3a73aee4p-3;
  static final double L7 = 0x1.1b6595acd13d4p-3;

  private DoubleFunctions() {}

  static double exp(double x) {
    if (x > EXP_LIMIT) {
      return Double.POSITIVE_INFINITY;
    }
    return expNotAbove(x);
  }

  /** e^x for x ≤ {@link #EXP_LIMIT}. */
  private static double expNotAbove(double x) {
    if (x < -EXP_LIMIT) {
      return 0;
    }
    double t = Math.fma(x, LOG2_E, ROUND);
    double n = t - ROUND;
    double r = Math.fma(n, MINUS_LN2_LOW, Math.fma(n, MINUS_LN2, x));
    double z = r * r;
    double even = Math.fma(E10, z, E8);
    even = Math.fma(even, z, E6);
    even = Math.fma(even, z, E4);
    even = Math.fma(even, z, E2);
    even = Math.fma(even, z, E0);
    double odd = Math.fma(E9, z, E7);
    odd = Math.fma(odd, z, E5);
    odd = Math.fma(odd, z, E3);
    odd = Math.fma(odd, z, E1);
    double p = Math.fma(z, Math.fma(odd, r, even), r);
    // 2^n may be no double although e^x is one: it is multiplied on in two halves, whose exponent
    // fields are floor((n + 2046) / 2) and the rest. Only the second product can round.
    long bits = Double.doubleToRawLongBits(t);
    long half = bits >>> 1;
    double scale = Double.longBitsToDouble(half << MANTISSA_BITS);
    return Math.fma(scale, p, scale) * Double.longBitsToDouble((bits - half) << MANTISSA_BITS);
  }

  static double log(double x) {
    if (x >= Double.MIN_NORMAL && x <= Double.MAX_VALUE) {
      return logNormal(x, 0);
    }
    if (x > 0 && x < Double.MIN_NORMAL) {
      return logNormal(x * 0x1p53, 53);
    }
    if (x == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    return x > 0 ? x : Double.NaN;
  }

  /** log(x / 2^shift). */
  private static double logNormal(double x, int shift) {
    long bits = Double.doubleToRawLongBits(x) + THREE_QUARTERS_TO_ONE;
    double f = Double.longBitsToDouble((bits & MANTISSA) + THREE_QUARTERS) - 1;
    return log1pReduced(f, minusExponent(bits) + shift);
  }

  static double log1p(double x) {
    if (!(x > -1 && x < LOG1P_LIMIT)) {
      return x == -1 ? Double.NEGATIVE_INFINITY : log(x);
    }
    long bits = Double.doubleToRawLongBits(1 + x) + THREE_QUARTERS_TO_ONE;
    double scale = Double.longBitsToDouble(TWICE_BIAS - (bits & ~MANTISSA));
    return log1pReduced(x * scale - (1 - scale), minusExponent(bits));
  }

  /**
   * -k, where the biased k is the exponent field of the bits. With k = +0 instead, log1p(-0) would
   * end in 0 · ln 2 + -0 and lose its sign.
   */
  private static double minusExponent(long bits) {
    return ROUND_BIASED - Double.longBitsToDouble(ROUND_BITS + (bits >>> MANTISSA_BITS));
  }

  /** log(1 + f) + k ln 2, for -1/4 ≤ f ≤ 1/2. */
  private static double log1pReduced(double f, double minusK) {
    double s = f / (2 + f);
    double z = s * s;
    double p = Math.fma(L7, z, L6);
    p = Math.fma(p, z, L5);
    p = Math.fma(p, z, L4);
    p = Math.fma(p, z, L3);
    p = Math.fma(p, z, L2);
    p = Math.fma(p, z, L1);
    p = Math.fma(p, z, L0);
    // 2 s = f - (f²/2 - s f²/2): f, which is exact, comes last and all else is small.
    double halfSquare = 0.5 * f * f;
    double tail = s * Math.fma(p, z, halfSquare);
    tail = Math.fma(minusK, MINUS_LN2_LOW, tail) - halfSquare;
    return Math.fma(minusK, MINUS_LN2, f + tail);
  }

  static double softplus(double x) {
    double u = expNotAbove(-Math.abs(x));
    boolean large = u >= 0.5;
    double f = large ? Math.fma(u, 0.5, -0.5) : u;
    return (x > 0 ? x : 0) + log1pReduced(f, large ? -1 : 0);
  }

  static double sigmoid(double x) {
    double u = expNotAbove(-Math.abs(x));
    return (x < 0 ? u : 1) / (1 + u);
  }
}
