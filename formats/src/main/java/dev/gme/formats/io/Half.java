package dev.gme.formats.io;

/**
 * IEEE 754 numbers of 16 bits: a sign, 5 bits of exponent, 10 of fraction. The JDK has this from 20
 * on only.
 */
public final class Half {
  private Half() {}

  public static float toFloat(short half) {
    int sign = (half & 0x8000) << 16;
    int exponent = (half >> 10) & 0x1f;
    int fraction = half & 0x3ff;
    if (exponent == 0) {
      // Subnormal: fraction · 2^-24, which a float holds exactly.
      float magnitude = fraction * 0x1p-24f;
      return sign == 0 ? magnitude : -magnitude;
    }
    int bits = exponent == 0x1f ? 0x7f80_0000 : (exponent + 112) << 23;
    return Float.intBitsToFloat(sign | bits | (fraction << 13));
  }

  /** The nearest half, ties to even. */
  public static short ofFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    int sign = (bits >>> 16) & 0x8000;
    float magnitude = Math.abs(value);
    if (Float.isNaN(value)) {
      return (short) (sign | 0x7e00);
    }
    if (magnitude < 0x1p-14f) {
      return (short) (sign | (int) Math.rint(magnitude * 0x1p24));
    }
    // From half way between the largest half and the next power of two on, it is infinity.
    if (magnitude >= 65520f) {
      return (short) (sign | 0x7c00);
    }
    int rebased = (bits & 0x7fff_ffff) - (112 << 23);
    int rounded = rebased + 0xfff + ((rebased >> 13) & 1);
    return (short) (sign | (rounded >> 13));
  }
}
