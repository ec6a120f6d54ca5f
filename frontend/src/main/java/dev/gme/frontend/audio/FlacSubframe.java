package dev.gme.frontend.audio;

/**
 * One channel of one FLAC frame (RFC 9639, section 9.2): a constant, plain samples, or a prediction
 * from the samples before with a Rice-coded residual.
 */
final class FlacSubframe {
  /** Coefficients of the fixed predictors of order 0 to 4, for the last sample first. */
  private static final int[][] FIXED = {{}, {1}, {2, -1}, {3, -3, 1}, {4, -6, 4, -1}};

  private final AudioBytes in;
  private final FlacBits bits;

  FlacSubframe(AudioBytes in, FlacBits bits) {
    this.in = in;
    this.bits = bits;
  }

  /**
   * Decodes the first n elements of x.
   *
   * @param depth bits of a sample
   */
  void decode(long[] x, int n, int depth) {
    if (bits.read(1) != 0) {
      throw in.damaged("a zero before a subframe", "1");
    }
    int type = bits.readInt(6);
    int wasted = bits.read(1) == 0 ? 0 : wasted(depth);
    int used = depth - wasted;
    if (type == 0) {
      java.util.Arrays.fill(x, 0, n, bits.readSigned(used));
    } else if (type == 1) {
      warmUp(x, n, used);
    } else if (type >= 8 && type <= 12) {
      int order = type - 8;
      checkOrder(order, n);
      warmUp(x, order, used);
      residual(x, n, order);
      predict(x, n, FIXED[order], 0);
    } else if (type >= 32) {
      linear(x, n, type - 31, used);
    } else {
      throw in.damaged("a known kind of subframe", Integer.toString(type));
    }
    for (int i = 0; wasted > 0 && i < n; i++) {
      x[i] <<= wasted;
    }
  }

  private int wasted(int depth) {
    long wasted = bits.readUnary() + 1;
    if (wasted >= depth) {
      throw in.damaged("fewer than " + depth + " wasted bits", Long.toString(wasted));
    }
    return (int) wasted;
  }

  private void checkOrder(int order, int n) {
    if (order > n) {
      throw in.damaged("a predictor of at most " + n + " samples", Integer.toString(order));
    }
  }

  private void warmUp(long[] x, int n, int depth) {
    for (int i = 0; i < n; i++) {
      x[i] = bits.readSigned(depth);
    }
  }

  private void linear(long[] x, int n, int order, int depth) {
    checkOrder(order, n);
    warmUp(x, order, depth);
    int precision = bits.readInt(4) + 1;
    int shift = (int) bits.readSigned(5);
    if (precision == 16 || shift < 0) {
      throw in.damaged("a valid predictor", "precision " + precision + ", shift " + shift);
    }
    int[] c = new int[order];
    for (int j = 0; j < order; j++) {
      c[j] = (int) bits.readSigned(precision);
    }
    residual(x, n, order);
    predict(x, n, c, shift);
  }

  /** x holds the residual from index order on; it becomes the signal. */
  private static void predict(long[] x, int n, int[] c, int shift) {
    for (int i = c.length; i < n; i++) {
      long sum = 0;
      for (int j = 0; j < c.length; j++) {
        sum += c[j] * x[i - 1 - j];
      }
      x[i] += sum >> shift;
    }
  }

  private void residual(long[] x, int n, int order) {
    int method = bits.readInt(2);
    if (method > 1) {
      throw in.damaged("a known coding of the residual", Integer.toString(method));
    }
    int parameterBits = 4 + method;
    int escape = (1 << parameterBits) - 1;
    int partitions = 1 << bits.readInt(4);
    int size = n / partitions;
    if (size * partitions != n || size < order) {
      throw in.damaged("a block that divides into partitions", n + " samples by " + partitions);
    }
    int i = order;
    for (int end = size; end <= n; end += size) {
      int k = bits.readInt(parameterBits);
      if (k == escape) {
        int width = bits.readInt(5);
        for (; i < end; i++) {
          x[i] = width == 0 ? 0 : bits.readSigned(width);
        }
      } else {
        for (; i < end; i++) {
          x[i] = rice(k);
        }
      }
    }
  }

  private long rice(int k) {
    long high = bits.readUnary();
    if (high > 1L << 33) {
      throw in.damaged("a residual of at most 32 bits", "more");
    }
    long folded = high << k | bits.read(k);
    return folded >>> 1 ^ -(folded & 1);
  }
}
