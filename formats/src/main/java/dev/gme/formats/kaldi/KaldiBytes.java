package dev.gme.formats.kaldi;

import dev.gme.core.linalg.DoubleMatrix;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Objects as the bytes that Kaldi would write. */
final class KaldiBytes {
  /** Stands before every binary object. */
  static final byte[] BINARY = {0, 'B'};

  private KaldiBytes() {}

  /** With the mark of binary data, or as text. */
  static byte[] of(KaldiArray array, KaldiMode mode) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (mode.isText()) {
      KaldiText.write(array, out);
    } else {
      out.writeBytes(BINARY);
      out.writeBytes(binary(array));
    }
    return out.toByteArray();
  }

  /** The bytes of an object without the mark of binary data. */
  static byte[] binary(KaldiArray array) {
    DoubleMatrix m = array.values();
    int width = array.single() ? 4 : 8;
    String token = (array.single() ? "F" : "D") + (array.vector() ? "V " : "M ");
    int bytes = Math.multiplyExact(m.array().length, width);
    ByteBuffer out =
        ByteBuffer.allocate(3 + (array.vector() ? 5 : 10) + bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.put(token.getBytes(StandardCharsets.US_ASCII));
    if (!array.vector()) {
      out.put((byte) 4).putInt(m.rows());
    }
    out.put((byte) 4).putInt(m.cols());
    for (double v : m.array()) {
      if (array.single()) {
        out.putFloat((float) v);
      } else {
        out.putDouble(v);
      }
    }
    return out.array();
  }

  /** The lower triangle, without the mark. */
  static byte[] symmetric(DoubleMatrix m, boolean single) {
    int n = m.rows();
    int count = n * (n + 1) / 2;
    ByteBuffer out =
        ByteBuffer.allocate(8 + count * (single ? 4 : 8)).order(ByteOrder.LITTLE_ENDIAN);
    out.put((single ? "FP " : "DP ").getBytes(StandardCharsets.US_ASCII));
    out.put((byte) 4).putInt(n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        if (single) {
          out.putFloat((float) m.get(i, j));
        } else {
          out.putDouble(m.get(i, j));
        }
      }
    }
    return out.array();
  }
}
