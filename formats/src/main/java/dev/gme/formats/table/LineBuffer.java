package dev.gme.formats.table;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.SignificantDigits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** Lines that are being put together as bytes. */
final class LineBuffer {
  private static final byte[] PLUS_INFINITY = "Infinity".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] MINUS_INFINITY = "-Infinity".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes;
  private int length;

  LineBuffer() {
    this(1 << 16);
  }

  LineBuffer(int capacity) {
    bytes = new byte[Math.max(1, capacity)];
  }

  /**
   * Words as bytes, each of which must be one field between separators. Between tabs and commas
   * blanks around a word would be lost; between blanks there can be none.
   */
  static byte[][] encode(List<String> words, char separator, boolean mayBeEmpty) {
    if (separator == ' ') {
      return encode(
          words,
          word -> !word.isEmpty() && word.chars().noneMatch(c -> c <= ' ' || c == ',' || c == '"'),
          "is empty or has blanks, commas or quotes");
    }
    boolean commas = separator == ',';
    return encode(
        words,
        word ->
            (mayBeEmpty || !word.isEmpty())
                && word.chars().noneMatch(c -> c < ' ' || (commas && (c == ',' || c == '"')))
                && !word.startsWith(" ")
                && !word.endsWith(" "),
        commas
            ? "is empty, has commas, quotes or tabs, or blanks around it"
            : "is empty, or has tabs or blanks around it");
  }

  private static byte[][] encode(List<String> words, Predicate<String> fits, String otherwise) {
    byte[][] out = new byte[words.size()][];
    for (int i = 0; i < out.length; i++) {
      String word = words.get(i);
      if (!fits.test(word)) {
        throw new GmeException(
            BadFile.quoted(word) + " cannot be written into a text list: it " + otherwise,
            "rename it");
      }
      out[i] = word.getBytes(StandardCharsets.UTF_8);
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
