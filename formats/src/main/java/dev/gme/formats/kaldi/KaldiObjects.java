package dev.gme.formats.kaldi;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads one object where an input stands, binary or text. */
final class KaldiObjects {
  private static final String DAMAGED = "the file is damaged or of another kind";

  private KaldiObjects() {}

  /** Takes the mark of binary data, if it is there. */
  static boolean binary(KaldiInput in) throws IOException {
    if (in.peek() != 0) {
      return false;
    }
    in.read();
    if (in.read() != 'B') {
      throw in.bad("expected the mark of binary data, found another zero byte", DAMAGED);
    }
    return true;
  }

  /** A vector or matrix; nothing between brackets is an empty vector, or matrix if asked for. */
  static KaldiArray array(KaldiInput in, boolean binary) throws IOException {
    return binary ? binaryArray(in) : KaldiText.array(in);
  }

  private static KaldiArray binaryArray(KaldiInput in) throws IOException {
    String token = token(in);
    switch (token) {
      case "FV", "DV" -> {
        int n = size(in, "the length of a vector");
        double[] values = in.numbers(n, token.equals("FV"), "a vector of dimension " + n);
        return new KaldiArray(true, token.equals("FV"), DoubleMatrix.wrap(1, n, values));
      }
      case "FM", "DM" -> {
        int rows = size(in, "the rows of a matrix");
        int cols = size(in, "the columns of a matrix");
        requireShape(in, rows, cols);
        String what = "a " + rows + " x " + cols + " matrix";
        double[] values = in.numbers((long) rows * cols, token.equals("FM"), what);
        return new KaldiArray(false, token.equals("FM"), DoubleMatrix.wrap(rows, cols, values));
      }
      case "CM", "CM2", "CM3" -> {
        return new KaldiArray(false, true, CompressedMatrix.read(in, token));
      }
      default ->
          throw in.bad(
              "expected a vector or matrix (FV, DV, FM, DM, CM, CM2, CM3), found "
                  + BadFile.quoted(token),
              "give an archive of vectors or matrices");
    }
  }

  /** Refuses a shape that no matrix of Kaldi has: only 0 x 0 is empty. */
  static void requireShape(KaldiInput in, int rows, int cols) {
    if (rows < 0 || cols < 0 || (rows == 0) != (cols == 0)) {
      throw in.bad("impossible size " + rows + " x " + cols, "the file is damaged");
    }
  }

  /** The bytes up to a blank, which is taken too. */
  static String token(KaldiInput in) throws IOException {
    StringBuilder token = new StringBuilder();
    int c = in.read();
    while (c > ' ' && token.length() < 64) {
      token.append((char) c);
      c = in.read();
    }
    return token.toString();
  }

  private static int size(KaldiInput in, String what) throws IOException {
    int n = integer(in, what);
    if (n < 0) {
      throw in.bad("expected " + what + ", found " + n, DAMAGED);
    }
    return n;
  }

  /** A binary integer: a byte with its width, then the number. */
  static int integer(KaldiInput in, String what) throws IOException {
    int width = in.read();
    if (width != 4) {
      throw in.bad("expected " + what + " in 4 bytes, found the width " + width, DAMAGED);
    }
    return in.bytes(4, what).getInt();
  }

  /** A vector of integers, each with its width. */
  static int[] integers(KaldiInput in, boolean binary) throws IOException {
    if (!binary) {
      return KaldiText.integers(in);
    }
    int n = size(in, "the length of a vector of integers");
    in.need(5L * n, n + " integers");
    int[] out = new int[Math.min(n, 1 << 16)];
    for (int i = 0; i < n; i++) {
      if (i == out.length) {
        out = Arrays.copyOf(out, (int) Math.min(n, 2L * i));
      }
      out[i] = integer(in, "an integer");
    }
    return out;
  }

  /** A binary number: a byte with its width, then float or double. */
  static double number(KaldiInput in) throws IOException {
    int width = in.read();
    if (width != 4 && width != 8) {
      throw in.bad("expected a number of 4 or 8 bytes, found the width " + width, DAMAGED);
    }
    ByteBuffer bytes = in.bytes(width, "a number");
    return width == 4 ? bytes.getFloat() : bytes.getDouble();
  }

  /** A binary integer of any width up to 4; a negative width says that there is no sign. */
  static int anyInteger(KaldiInput in) throws IOException {
    int width = (byte) in.read();
    return switch (width) {
      case 4, -4 -> in.bytes(4, "an integer").getInt();
      case 2 -> in.bytes(2, "an integer").getShort();
      case -2 -> in.bytes(2, "an integer").getShort() & 0xffff;
      case 1 -> in.bytes(1, "an integer").get();
      default -> throw in.bad("expected an integer, found the width " + width, DAMAGED);
    };
  }

  /** A binary symmetric matrix, packed as its lower triangle. */
  static DoubleMatrix symmetric(KaldiInput in) throws IOException {
    String token = token(in);
    if (!token.equals("FP") && !token.equals("DP")) {
      throw in.bad("expected a symmetric matrix (FP, DP), found " + BadFile.quoted(token), DAMAGED);
    }
    int n = size(in, "the size of a symmetric matrix");
    long count = (long) n * (n + 1) / 2;
    double[] packed = in.numbers(count, token.equals("FP"), "a symmetric matrix of dimension " + n);
    return unpack(in, n, (int) count, packed);
  }

  static DoubleMatrix unpack(KaldiInput in, int n, int count, double[] packed) {
    // Beyond 2^15 the full matrix would have more elements than an array.
    if ((long) n * (n + 1) / 2 != count || n > 1 << 15) {
      throw in.bad("expected the lower triangle of a matrix, found " + count + " numbers", DAMAGED);
    }
    double[] full = new double[n * n];
    for (int i = 0, at = 0; i < n; i++) {
      for (int j = 0; j <= i; j++, at++) {
        full[i * n + j] = packed[at];
        full[j * n + i] = packed[at];
      }
    }
    return DoubleMatrix.wrap(n, n, full);
  }
}
