package dev.gme.formats.kaldi;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.NumberParser;
import dev.gme.formats.io.SignificantDigits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Objects as text: {@code [ 1 2 3 ]}, with a line for each row of a matrix. */
final class KaldiText {
  /** What Kaldi writes, of doubles too. */
  static final int DIGITS = 7;

  /** No number is longer. */
  private static final int LONGEST_WORD = 400;

  private KaldiText() {}

  /** Takes the bracket before numbers. */
  private static void begin(KaldiInput in, String help) throws IOException {
    skipBlanks(in, true);
    if (in.read() != '[') {
      throw in.bad("expected '[' and numbers", help);
    }
  }

  static KaldiArray array(KaldiInput in) throws IOException {
    begin(in, "give an archive of vectors or matrices");
    double[] values = new double[64];
    int n = 0;
    int cols = -1;
    int rowStart = 0;
    boolean vector = true;
    byte[] word = new byte[LONGEST_WORD];
    while (true) {
      skipBlanks(in, false);
      int c = in.peek();
      if (c == '\n' || c == ']') {
        in.read();
        vector &= c == ']';
        if (n > rowStart) {
          cols = cols < 0 ? n : cols;
          if (n - rowStart != cols) {
            throw in.bad(
                "expected " + cols + " columns in every row, found " + (n - rowStart),
                "correct that row");
          }
          rowStart = n;
        }
        if (c == ']') {
          break;
        }
        continue;
      }
      if (n == values.length) {
        values = Arrays.copyOf(values, 2 * n);
      }
      values[n++] = number(in, word);
    }
    if (in.peek() == '\r') {
      in.read();
    }
    if (in.peek() == '\n') {
      in.read();
    }
    int width = Math.max(cols, 0);
    int rows = vector ? 1 : width == 0 ? 0 : n / width;
    return new KaldiArray(vector, false, DoubleMatrix.wrap(rows, width, Arrays.copyOf(values, n)));
  }

  static void skipBlanks(KaldiInput in, boolean lines) throws IOException {
    int c = in.peek();
    while (c == ' ' || c == '\t' || c == '\r' || (lines && c == '\n')) {
      in.read();
      c = in.peek();
    }
  }

  private static double number(KaldiInput in, byte[] word) throws IOException {
    int n = 0;
    int c = in.peek();
    while (c > ' ' && c != ']' && n < LONGEST_WORD) {
      word[n++] = (byte) in.read();
      c = in.peek();
    }
    try {
      return NumberParser.parse(word, 0, n);
    } catch (NumberFormatException e) {
      String found = new String(word, 0, n, StandardCharsets.ISO_8859_1);
      throw in.bad(
          "expected a number or ']', found " + (n == 0 ? "the end" : BadFile.quoted(found)),
          "the file is damaged or of another kind");
    }
  }

  /** The next word as a number. */
  static double number(KaldiInput in) throws IOException {
    skipBlanks(in, true);
    double value = number(in, new byte[LONGEST_WORD]);
    // The blank after it is part of it, as that of a token is.
    if (in.peek() == ' ') {
      in.read();
    }
    return value;
  }

  static int integer(KaldiInput in) throws IOException {
    double value = number(in);
    if (value != (int) value) {
      throw in.bad("expected an integer, found " + value, "correct it");
    }
    return (int) value;
  }

  static double number(KaldiInput in, String word) {
    try {
      byte[] bytes = word.getBytes(StandardCharsets.ISO_8859_1);
      return NumberParser.parse(bytes, 0, bytes.length);
    } catch (NumberFormatException e) {
      throw in.bad("expected a number, found " + BadFile.quoted(word), "correct it");
    }
  }

  /** The lower triangle between brackets, as a full matrix. */
  static DoubleMatrix symmetric(KaldiInput in) throws IOException {
    begin(in, "the file is damaged or of another kind");
    double[] values = new double[64];
    int n = 0;
    byte[] word = new byte[LONGEST_WORD];
    skipBlanks(in, true);
    while (in.peek() != ']') {
      values = n == values.length ? Arrays.copyOf(values, 2 * n) : values;
      values[n++] = number(in, word);
      skipBlanks(in, true);
    }
    in.read();
    return KaldiObjects.unpack(in, (int) ((Math.sqrt(8.0 * n + 1) - 1) / 2), n, values);
  }

  static byte[] symmetric(DoubleMatrix m) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] word = new byte[SignificantDigits.LONGEST + 1];
    out.writeBytes(m.rows() == 0 ? new byte[] {'[', ' '} : new byte[] {'[', '\n'});
    for (int i = 0; i < m.rows(); i++) {
      for (int j = 0; j <= i; j++) {
        int n = SignificantDigits.put(m.get(i, j), DIGITS, word, 0);
        word[n] = ' ';
        out.write(word, 0, n + 1);
      }
      if (i < m.rows() - 1) {
        out.write('\n');
      }
    }
    out.writeBytes(new byte[] {']', '\n'});
    return out.toByteArray();
  }

  /** The integers up to the end of the line. */
  static int[] integers(KaldiInput in) throws IOException {
    int[] out = new int[8];
    int n = 0;
    byte[] word = new byte[LONGEST_WORD];
    while (true) {
      skipBlanks(in, false);
      int c = in.peek();
      if (c == '\n' || c < 0) {
        in.read();
        return Arrays.copyOf(out, n);
      }
      double value = number(in, word);
      if (value != (int) value) {
        throw in.bad("expected an integer, found " + value, "correct it");
      }
      out = n == out.length ? Arrays.copyOf(out, 2 * n) : out;
      out[n++] = (int) value;
    }
  }

  static void write(KaldiArray array, ByteArrayOutputStream out) {
    DoubleMatrix m = array.values();
    byte[] word = new byte[SignificantDigits.LONGEST + 1];
    out.writeBytes(new byte[] {' ', '['});
    boolean empty = m.rows() == 0 || m.cols() == 0;
    if (array.vector() || empty) {
      out.write(' ');
    }
    for (int i = 0; i < m.rows() && !empty; i++) {
      if (!array.vector()) {
        out.writeBytes(new byte[] {'\n', ' ', ' '});
      }
      for (int j = 0; j < m.cols(); j++) {
        int n = SignificantDigits.put(m.get(i, j), DIGITS, word, 0);
        word[n] = ' ';
        out.write(word, 0, n + 1);
      }
    }
    out.writeBytes(new byte[] {']', '\n'});
  }
}
