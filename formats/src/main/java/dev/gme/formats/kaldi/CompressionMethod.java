package dev.gme.formats.kaldi;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;

/** How matrices are compressed. */
public enum CompressionMethod {
  /** {@link #SPEECH_FEATURE} above eight rows, else {@link #TWO_BYTE_AUTO}. */
  AUTOMATIC(1, "CM", 0, 0),
  SPEECH_FEATURE(2, "CM", 0, 0),
  TWO_BYTE_AUTO(3, "CM2", 0, 0),
  /** Integers from −32768 to 32767. */
  TWO_BYTE_SIGNED(4, "CM2", -32768, 65535),
  ONE_BYTE_AUTO(5, "CM3", 0, 0),
  /** Integers from 0 to 255. */
  ONE_BYTE_UNSIGNED(6, "CM3", 0, 255),
  /** From 0 to 1. */
  ONE_BYTE_ZERO_ONE(7, "CM3", 0, 1);

  private final int number;
  private final String token;
  private final float min;

  /** 0 where it comes from the matrix. */
  private final float fixedRange;

  CompressionMethod(int number, String token, float min, float fixedRange) {
    this.number = number;
    this.token = token;
    this.min = min;
    this.fixedRange = fixedRange;
  }

  /** The method with Kaldi's number, as its option {@code --compression-method} takes it. */
  public static CompressionMethod of(int number) {
    for (CompressionMethod method : values()) {
      if (method.number == number) {
        return method;
      }
    }
    throw new GmeException("there is no compression method " + number, "choose one from 1 to 7");
  }

  String token() {
    return token;
  }

  CompressionMethod forRows(int rows) {
    return this != AUTOMATIC ? this : rows > 8 ? SPEECH_FEATURE : TWO_BYTE_AUTO;
  }

  float minimum(DoubleMatrix m) {
    return fixedRange > 0 ? min : (float) least(m);
  }

  float range(DoubleMatrix m) {
    if (fixedRange > 0) {
      return fixedRange;
    }
    float least = (float) least(m);
    float most = (float) -least(m.times(-1));
    if (!Float.isFinite(least) || !Float.isFinite(most)) {
      throw new GmeException(
          "a matrix with NaN or infinite elements cannot be compressed",
          "write it uncompressed, or find out where these elements come from");
    }
    // A constant matrix still needs a range.
    return (most == least ? (float) (least + (1.0 + Math.abs(least))) : most) - least;
  }

  private static double least(DoubleMatrix m) {
    double least = Double.POSITIVE_INFINITY;
    for (double v : m.array()) {
      least = Double.isNaN(v) ? v : Math.min(least, v);
      if (Double.isNaN(least)) {
        return least;
      }
    }
    return least;
  }
}
