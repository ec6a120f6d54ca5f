package dev.gme.core.score.sink;

/**
 * A score and the number of its recording in one long that is larger the better it is: the higher
 * score, and among equal scores the lower number. So there are no ties.
 */
final class TopKey {
  private TopKey() {}

  static long of(float score, int number) {
    // -0.0 + 0.0 is 0.0: the two are one score.
    int bits = Float.floatToRawIntBits(score + 0.0f);
    // Negative floats are ordered by their bits the other way round.
    int order = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    return ((long) order << 32) | (~number & 0xFFFF_FFFFL);
  }

  static float score(long key) {
    int order = (int) (key >> 32);
    return Float.intBitsToFloat(order ^ ((order >> 31) & Integer.MAX_VALUE));
  }

  static int number(long key) {
    return ~(int) key;
  }
}
