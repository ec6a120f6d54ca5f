package dev.gme.formats.table;

import dev.gme.core.GmeException;
import dev.gme.formats.io.SignificantDigits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Lines that are being put together as bytes. */
final class LineBuffer {
  private static final byte[] PLUS_INFINITY = "Infinity".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] MINUS_INFINITY = "-Infinity".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[1 << 16];
  private int length;

  /** Ids as bytes, each of which must be one field. */
  static byte[][] encode(List<String> ids) {
    byte[][] out = new byte[ids.size()][];
    for (int i = 0; i < out.length; i++) {
      String id = ids.get(i);
      if (id.isEmpty() || id.chars().anyMatch(c -> c <= ' ' || c == ',' || c == '"')) {
        throw new GmeException(
            "the id '"
                + id
                + "' cannot be written into a text list: it is empty or has blanks,"
                + " commas or quotes",
            "rename it");
      }
      out[i] = id.getBytes(StandardCharsets.UTF_8);
    }
    return out;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  LineBuffer word(byte[] word) {
    reserve(word.length);
    System.arraycopy(word, 0, bytes, length, word.length);
    length += word.length;
    return this;
  }

  LineBuffer sign(char c) {
    reserve(1);
    bytes[length++] = (byte) c;
    return this;
  }

  LineBuffer number(double value, int digits) {
    if (Double.isInfinite(value)) {
      return word(value > 0 ? PLUS_INFINITY : MINUS_INFINITY);
    }
    reserve(SignificantDigits.LONGEST);
    length = SignificantDigits.put(value, digits, bytes, length);
    return this;
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
  }

  LineBuffer clear() {
    length = 0;
    return this;
  }
}
