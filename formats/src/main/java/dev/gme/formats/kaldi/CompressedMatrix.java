package dev.gme.formats.kaldi;

import dev.gme.core.linalg.DoubleMatrix;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Kaldi's compressed matrices. All hold a minimum, a range, the number of rows and of columns. Then
 * {@code CM2} has two bytes an element and {@code CM3} one, row by row, linear between minimum and
 * maximum. {@code CM} has one byte an element, column by column, linear between the quartiles of
 * the column, of which four numbers of two bytes stand before all elements. Arithmetic is in float
 * where Kaldi's is, so that results agree to the bit.
 */
final class CompressedMatrix {
  /** Kaldi multiplies with this float instead of dividing. */
  private static final float STEP16 = 1f / 65535;

  private static final int HEADER = 16;

  private CompressedMatrix() {}

  static DoubleMatrix read(KaldiInput in, String token) throws IOException {
    ByteBuffer header = in.bytes(HEADER, "the header of a compressed matrix");
    float min = header.getFloat();
    float range = header.getFloat();
    int rows = header.getInt();
    int cols = header.getInt();
    KaldiObjects.requireShape(in, rows, cols);
    int width = token.equals("CM2") ? 2 : 1;
    long columnHeaders = token.equals("CM") ? 8L * cols : 0;
    long bytes = (long) rows * cols * width + columnHeaders;
    if (bytes > Integer.MAX_VALUE - 8) {
      throw in.bad("impossible size " + rows + " x " + cols, "the file is damaged");
    }
    ByteBuffer data = in.bytes((int) bytes, "a " + rows + " x " + cols + " compressed matrix");
    double[] out = new double[rows * cols];
    if (token.equals("CM")) {
      columns(data, min, range, rows, cols, out);
    } else {
      float step = (float) (range * (1.0 / (width == 2 ? 65535 : 255)));
      for (int i = 0; i < out.length; i++) {
        int code = width == 2 ? data.getShort() & 0xffff : data.get() & 0xff;
        out[i] = min + code * step;
      }
    }
    return DoubleMatrix.wrap(rows, cols, out);
  }

  private static void columns(
      ByteBuffer data, float min, float range, int rows, int cols, double[] out) {
    int at = 8 * cols;
    for (int j = 0; j < cols; j++) {
      float[] q = new float[4];
      for (int k = 0; k < 4; k++) {
        q[k] = level(min, range, data.getShort(8 * j + 2 * k) & 0xffff);
      }
      for (int i = 0; i < rows; i++) {
        int code = data.get(at++) & 0xff;
        double value =
            code <= 64
                ? q[0] + (q[1] - q[0]) * code * (1 / 64.0)
                : code <= 192
                    ? q[1] + (q[2] - q[1]) * (code - 64) * (1 / 128.0)
                    : q[2] + (q[3] - q[2]) * (code - 192) * (1 / 63.0);
        out[i * cols + j] = (float) value;
      }
    }
  }

  private static float level(float min, float range, int code) {
    return min + range * STEP16 * code;
  }

  /** The matrix in compressed form, with its token. */
  static byte[] write(DoubleMatrix m, CompressionMethod method) {
    int rows = m.rows();
    int cols = m.cols();
    CompressionMethod used = method.forRows(rows);
    boolean empty = rows == 0 || cols == 0;
    String token = empty ? "CM" : used.token();
    int width = token.equals("CM2") ? 2 : 1;
    int columnHeaders = token.equals("CM") ? 8 * cols : 0;
    ByteBuffer out =
        ByteBuffer.allocate(token.length() + 1 + HEADER + columnHeaders + rows * cols * width)
            .order(ByteOrder.LITTLE_ENDIAN);
    out.put((token + " ").getBytes(StandardCharsets.US_ASCII));
    if (empty) {
      return out.array();
    }
    float min = used.minimum(m);
    float range = used.range(m);
    out.putFloat(min).putFloat(range).putInt(rows).putInt(cols);
    if (token.equals("CM")) {
      putColumns(m, min, range, out);
    } else {
      for (double v : m.array()) {
        if (width == 2) {
          out.putShort((short) code((float) v, min, range, 65535));
        } else {
          out.put((byte) code((float) v, min, range, 255));
        }
      }
    }
    return out.array();
  }

  private static int code(float value, float min, float range, int most) {
    float f = Math.max(0, Math.min(1, (value - min) / range));
    // 0.499 instead of a half: Kaldi's way not to pass the largest code.
    return (int) (f * most + 0.499);
  }

  private static void putColumns(DoubleMatrix m, float min, float range, ByteBuffer out) {
    int rows = m.rows();
    int[][] codes = new int[m.cols()][];
    for (int j = 0; j < m.cols(); j++) {
      codes[j] = quartiles(m.column(j), min, range);
      for (int c : codes[j]) {
        out.putShort((short) c);
      }
    }
    for (int j = 0; j < m.cols(); j++) {
      float[] q = new float[4];
      for (int k = 0; k < 4; k++) {
        q[k] = level(min, range, codes[j][k]);
      }
      for (int i = 0; i < rows; i++) {
        out.put((byte) code((float) m.get(i, j), q));
      }
    }
  }

  /** Codes of the smallest, the quartiles and the largest; each at least one above the last. */
  private static int[] quartiles(double[] column, float min, float range) {
    double[] sorted = column.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    int quarter = n / 4;
    int[] places = n >= 5 ? new int[] {0, quarter, 3 * quarter, n - 1} : new int[] {0, 1, 2, 3};
    int[] codes = new int[4];
    for (int k = 0; k < 4; k++) {
      int code = places[k] < n ? code((float) sorted[places[k]], min, range, 65535) : 0;
      int least = k == 0 ? 0 : codes[k - 1] + 1;
      codes[k] = Math.min(Math.max(code, least), 65532 + k);
    }
    return codes;
  }

  private static int code(float value, float[] q) {
    if (value < q[1]) {
      return clamp((int) ((value - q[0]) / (q[1] - q[0]) * 64 + 0.5), 0, 64);
    }
    if (value < q[2]) {
      return clamp(64 + (int) ((value - q[1]) / (q[2] - q[1]) * 128 + 0.5), 64, 192);
    }
    return clamp(192 + (int) ((value - q[2]) / (q[3] - q[2]) * 63 + 0.5), 192, 255);
  }

  private static int clamp(int value, int least, int most) {
    return Math.max(least, Math.min(most, value));
  }
}
