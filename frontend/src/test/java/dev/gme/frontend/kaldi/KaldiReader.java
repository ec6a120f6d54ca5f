package dev.gme.frontend.kaldi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what the golden samples hold, text and binary, and trusts it. Matrices come as rows; a
 * packed symmetric matrix comes in full.
 */
public final class KaldiReader {
  private final ByteBuffer in;
  private boolean binary;

  private KaldiReader(ByteBuffer in) {
    this.in = in;
  }

  public static KaldiReader of(Path file) {
    try {
      return new KaldiReader(
          ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public boolean atEnd() {
    skipBlanks();
    return !in.hasRemaining();
  }

  private void skipBlanks() {
    while (in.hasRemaining() && in.get(in.position()) <= ' ' && in.get(in.position()) > 0) {
      in.get();
    }
  }

  /** Takes note of the mark of binary objects, if it is there. */
  public void begin() {
    binary =
        in.remaining() >= 2
            && in.get(in.position()) == 0
            && in.get(in.position() + 1) == (byte) 'B';
    if (binary) {
      in.getShort();
    }
  }

  public boolean isBinary() {
    return binary;
  }

  /** A word, with the blank behind it. */
  public String token() {
    skipBlanks();
    StringBuilder s = new StringBuilder();
    while (in.hasRemaining() && in.get(in.position()) > ' ') {
      s.append((char) in.get());
    }
    if (in.hasRemaining()) {
      in.get();
    }
    return s.toString();
  }

  public String peek() {
    int at = in.position();
    String t = token();
    in.position(at);
    return t;
  }

  public void expect(String token) {
    String found = token();
    if (!found.equals(token)) {
      throw new IllegalStateException("expected " + token + ", found " + found);
    }
  }

  public int integer() {
    if (!binary) {
      return Integer.parseInt(token());
    }
    if (in.get() != 4) {
      throw new IllegalStateException("expected an integer of 4 bytes");
    }
    return in.getInt();
  }

  public double number() {
    if (!binary) {
      return Double.parseDouble(token());
    }
    return in.get() == 4 ? in.getFloat() : in.getDouble();
  }

  public double[] vector() {
    double[][] m = matrix();
    return m.length == 0 ? new double[0] : m[0];
  }

  /** A matrix, a packed symmetric matrix, or a vector as one row. */
  public double[][] matrix() {
    return binary ? binaryMatrix() : textMatrix();
  }

  private double[][] binaryMatrix() {
    String type = token();
    boolean vector = type.endsWith("V");
    boolean packed = type.endsWith("P");
    boolean isDouble = type.startsWith("D");
    int rows = vector ? 1 : integer();
    int cols = packed ? rows : integer();
    double[][] m = new double[rows][cols];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < (packed ? i + 1 : cols); j++) {
        m[i][j] = isDouble ? in.getDouble() : in.getFloat();
        if (packed) {
          m[j][i] = m[i][j];
        }
      }
    }
    return m;
  }

  private double[][] textMatrix() {
    expect("[");
    List<List<Double>> rows = new ArrayList<>();
    List<Double> row = new ArrayList<>();
    while (true) {
      boolean newLine = false;
      while (in.get(in.position()) <= ' ') {
        newLine |= in.get() == '\n';
      }
      if (newLine && !row.isEmpty()) {
        rows.add(row);
        row = new ArrayList<>();
      }
      StringBuilder s = new StringBuilder();
      while (in.hasRemaining() && in.get(in.position()) > ' ') {
        s.append((char) in.get());
      }
      if (s.toString().equals("]")) {
        break;
      }
      row.add(Double.valueOf(s.toString()));
    }
    if (!row.isEmpty()) {
      rows.add(row);
    }
    double[][] m = new double[rows.size()][];
    boolean triangle = m.length > 1 && rows.get(0).size() == 1 && rows.get(1).size() == 2;
    for (int i = 0; i < m.length; i++) {
      m[i] = rows.get(i).stream().mapToDouble(v -> v).toArray();
    }
    return triangle ? symmetric(m) : m;
  }

  private static double[][] symmetric(double[][] lower) {
    double[][] m = new double[lower.length][lower.length];
    for (int i = 0; i < m.length; i++) {
      for (int j = 0; j <= i; j++) {
        m[i][j] = lower[i][j];
        m[j][i] = lower[i][j];
      }
    }
    return m;
  }

  /** The rest of the line, where an archive in text has its value. */
  public String line() {
    int from = in.position();
    while (in.hasRemaining() && in.get(in.position()) != '\n') {
      in.get();
    }
    byte[] text = new byte[in.position() - from];
    in.get(from, text);
    return new String(text, StandardCharsets.UTF_8).strip();
  }
}
