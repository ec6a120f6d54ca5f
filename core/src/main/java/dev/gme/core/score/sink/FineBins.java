package dev.gme.core.score.sink;

/**
 * Bins of floats that agree in sign, exponent and the first 11 bits of the mantissa: leading bits
 * that are ordered as the floats are. Bounds are floats, so that they are exact.
 */
final class FineBins extends ScoreBins {
  static final FineBins INSTANCE = new FineBins();

  /** 20 bits are left: counts fit into a second-level cache where scores are dense. */
  private static final int DROPPED = 12;

  private static final int SIZE = 1 << (Integer.SIZE - DROPPED);

  private FineBins() {}

  @Override
  public int size() {
    return SIZE;
  }

  @Override
  public int bin(float score) {
    // -0.0 + 0.0 is 0.0: the two are one score.
    int bits = Float.floatToRawIntBits(score + 0.0f);
    return (bits ^ ((bits >> 31) | Integer.MIN_VALUE)) >>> DROPPED;
  }

  @Override
  public double lower(int bin) {
    return limited(bin << DROPPED);
  }

  @Override
  public double upper(int bin) {
    return limited((bin << DROPPED) | ((1 << DROPPED) - 1));
  }

  /** The float with this order; bits beyond the infinities are those of NaN. */
  private static double limited(int order) {
    int bits = order < 0 ? order ^ Integer.MIN_VALUE : ~order;
    float x = Float.intBitsToFloat(bits);
    if (!Float.isNaN(x)) {
      return x;
    }
    return order < 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  }

  // A loop of its own, so that the compiler sees which bin() it calls.
  @Override
  void count(float[] x, int off, int n, long[] counts) {
    for (int i = off; i < off + n; i++) {
      counts[bin(x[i])]++;
    }
  }

  @Override
  public String toString() {
    return "bins of 2^-11 of the score";
  }
}
