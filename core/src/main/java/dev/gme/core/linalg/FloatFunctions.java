package dev.gme.core.linalg;

/**
 * Elementary functions of one float, written as the sequence of operations that {@code FloatLanes}
 * makes on vectors, so that both give the same bits: a change here is a change there. {@link
 * VectorMath} states the error bounds.
 *
 * <p>Reduction: e^x = 2^n e^r with |r| ≤ ln(2)/2, and log x = k ln 2 + log(1 + f) with 1 + f in
 * [3/4, 3/2). The interval for f is chosen for log1p: 1 + x lies in it, or can be scaled into it
 * without rounding (but for 1/2 - 2^-25, where 1 + x rounds to 3/2 and the error exceeds 1 ulp).
 * Conversions between numbers and exponents go through the bits of a sum with {@link #ROUND}: not
 * every machine has vector instructions that convert.
 */
final class FloatFunctions {
  /**
   * Where the logistic loss and its slope, 4e-18 there, stop to fall. Far below they are subnormal,
   * and take the processor twice the time for what no sum would notice.
   */
  static final float LOGISTIC_LOW = -40;

  /** Beyond ±104 e^x overflows or is less than half the smallest float. */
  static final float EXP_LIMIT = 104;

  /** From here on log1p(x) is computed as log x, which it equals long before. */
  static final float LOG1P_LIMIT = 0x1p100f;

  static final float LOG2_E = 0x1.715476p0f;
  static final float MINUS_LN2 = -0x1.62e43p-1f;

  /** The rest of -ln 2 after {@link #MINUS_LN2}. */
  static final float MINUS_LN2_LOW = 0x1.05c61p-29f;

  /**
   * Added to a small number, this rounds it to an integer that stands in the low bits: the unit of
   * floats near 1.5 · 2^23 is 1. The other 254 are twice the exponent's bias, see {@link
   * #expNotAbove}.
   */
  static final float ROUND = 0x1.8p23f + 254;

  static final int ROUND_BITS = 0x4b400000 + 254;

  /** {@link #ROUND} plus the exponent's bias, for the exponent field of a logarithm's argument. */
  static final float ROUND_BIASED = ROUND + 127;

  static final int MANTISSA_BITS = 23;
  static final int MANTISSA = 0x007fffff;
  static final int THREE_QUARTERS = 0x3f400000;

  /** Added to a number's bits, this moves 3/4 to where 1 was. */
  static final int THREE_QUARTERS_TO_ONE = 0x3f800000 - THREE_QUARTERS;

  /** Twice the exponent's bias, in place: minus the field of 2^k it is the field of 2^-k. */
  static final int TWICE_BIAS = 254 << MANTISSA_BITS;

  /*
   * e^r = 1 + r + r² (E0 + E1 r + …) with a relative error below 2^-27.9, and log(1 + f) = f - f²/2
   * + f³ (L0 + L1 f + …) below 2^-27.5. Minimax polynomials with coefficients rounded to float:
   * src/test/python/minimax.py.
   */
  static final float E0 = 0x1.fffffcp-2f;
  static final float E1 = 0x1.555492p-3f;
  static final float E2 = 0x1.5558f2p-5f;
  static final float E3 = 0x1.1239d4p-7f;
  static final float E4 = 0x1.6a244ap-10f;

  static final float L0 = 0x1.55555ap-2f;
  static final float L1 = -0x1.00006ep-2f;
  static final float L2 = 0x1.999788p-3f;
  static final float L3 = -0x1.5519b8p-3f;
  static final float L4 = 0x1.24609ap-3f;
  static final float L5 = -0x1.04aa36p-3f;
  static final float L6 = 0x1.df4256p-4f;
  static final float L7 = -0x1.75663ep-4f;
  static final float L8 = 0x1.349df2p-5f;

  private FloatFunctions() {}

  static float exp(float x) {
    if (x > EXP_LIMIT) {
      return Float.POSITIVE_INFINITY;
    }
    return expNotAbove(x);
  }

  /** e^x for x ≤ {@link #EXP_LIMIT}. */
  private static float expNotAbove(float x) {
    if (x < -EXP_LIMIT) {
      return 0;
    }
    float t = Math.fma(x, LOG2_E, ROUND);
    float n = t - ROUND;
    float r = Math.fma(n, MINUS_LN2_LOW, Math.fma(n, MINUS_LN2, x));
    float q = Math.fma(E4, r, E3);
    q = Math.fma(q, r, E2);
    q = Math.fma(q, r, E1);
    q = Math.fma(q, r, E0);
    float p = Math.fma(r * r, q, r);
    // 2^n may be no float although e^x is one: it is multiplied on in two halves, whose exponent
    // fields are floor((n + 254) / 2) and the rest. Only the second product can round.
    int bits = Float.floatToRawIntBits(t);
    int half = bits >>> 1;
    float scale = Float.intBitsToFloat(half << MANTISSA_BITS);
    return Math.fma(scale, p, scale) * Float.intBitsToFloat((bits - half) << MANTISSA_BITS);
  }

  static float log(float x) {
    if (x >= Float.MIN_NORMAL && x <= Float.MAX_VALUE) {
      return logNormal(x, 0);
    }
    if (x > 0 && x < Float.MIN_NORMAL) {
      return logNormal(x * 0x1p24f, 24);
    }
    if (x == 0) {
      return Float.NEGATIVE_INFINITY;
    }
    return x > 0 ? x : Float.NaN;
  }

  /** log(x / 2^shift). */
  private static float logNormal(float x, int shift) {
    int bits = Float.floatToRawIntBits(x) + THREE_QUARTERS_TO_ONE;
    float f = Float.intBitsToFloat((bits & MANTISSA) + THREE_QUARTERS) - 1;
    return log1pReduced(f, minusExponent(bits) + shift);
  }

  static float log1p(float x) {
    if (!(x > -1 && x < LOG1P_LIMIT)) {
      return x == -1 ? Float.NEGATIVE_INFINITY : log(x);
    }
    int bits = Float.floatToRawIntBits(1 + x) + THREE_QUARTERS_TO_ONE;
    float scale = Float.intBitsToFloat(TWICE_BIAS - (bits & ~MANTISSA));
    return log1pReduced(x * scale - (1 - scale), minusExponent(bits));
  }

  /**
   * -k, where the biased k is the exponent field of the bits. With k = +0 instead, log1p(-0) would
   * end in 0 · ln 2 + -0 and lose its sign.
   */
  private static float minusExponent(int bits) {
    return ROUND_BIASED - Float.intBitsToFloat(ROUND_BITS + (bits >>> MANTISSA_BITS));
  }

  /** log(1 + f) + k ln 2, for -1/4 ≤ f ≤ 1/2. */
  private static float log1pReduced(float f, float minusK) {
    float p = Math.fma(L8, f, L7);
    p = Math.fma(p, f, L6);
    p = Math.fma(p, f, L5);
    p = Math.fma(p, f, L4);
    p = Math.fma(p, f, L3);
    p = Math.fma(p, f, L2);
    p = Math.fma(p, f, L1);
    p = Math.fma(p, f, L0);
    p = Math.fma(p, f, -0.5f);
    return Math.fma(minusK, MINUS_LN2, Math.fma(f * f, p, f));
  }

  static float softplus(float x) {
    float u = expNotAbove(-Math.abs(x));
    boolean large = u >= 0.5f;
    float f = large ? Math.fma(u, 0.5f, -0.5f) : u;
    return (x > 0 ? x : 0) + log1pReduced(f, large ? -1 : 0);
  }

  static float sigmoid(float x) {
    float u = expNotAbove(-Math.abs(x));
    return (x < 0 ? u : 1) / (1 + u);
  }
}
