package dev.gme.frontend.audio;

/** The expansion tables of ITU-T G.711, to 16 bits. */
final class G711 {
  static final short[] MU_LAW = new short[256];
  static final short[] A_LAW = new short[256];

  static {
    for (int code = 0; code < 256; code++) {
      MU_LAW[code] = (short) muLaw(code);
      A_LAW[code] = (short) aLaw(code);
    }
  }

  private G711() {}

  /** Sign, exponent and mantissa of a 14-bit sample, all bits inverted, with a bias of 33. */
  private static int muLaw(int code) {
    int c = ~code;
    int exponent = c >> 4 & 7;
    int magnitude = ((2 * (c & 15) + 33) << exponent) - 33;
    return 4 * ((c & 0x80) == 0 ? magnitude : -magnitude);
  }

  /** Sign, exponent and mantissa of a 13-bit sample, every other bit inverted. */
  private static int aLaw(int code) {
    int c = code ^ 0x55;
    int exponent = c >> 4 & 7;
    int mantissa = 2 * (c & 15) + 1;
    int magnitude = exponent == 0 ? mantissa : (mantissa + 32) << (exponent - 1);
    return 8 * ((c & 0x80) != 0 ? magnitude : -magnitude);
  }
}
