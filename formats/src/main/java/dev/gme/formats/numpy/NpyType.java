package dev.gme.formats.numpy;

import dev.gme.formats.io.Half;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The element type of an array, as NumPy's {@code descr} names it: {@code <f4} is a little-endian
 * float of four bytes.
 *
 * @param kind f float, i signed and u unsigned integer, b boolean, U and S text
 * @param size bytes of an element
 */
public record NpyType(char kind, int size, ByteOrder order) {
  public static final NpyType FLOAT16 = little('f', 2);
  public static final NpyType FLOAT32 = little('f', 4);
  public static final NpyType FLOAT64 = little('f', 8);
  public static final NpyType INT32 = little('i', 4);
  public static final NpyType INT64 = little('i', 8);

  private static final Pattern DESCR = Pattern.compile("([<>|=])([fiubUS])([0-9]{1,7})");

  private static NpyType little(char kind, int size) {
    return new NpyType(kind, size, ByteOrder.LITTLE_ENDIAN);
  }

  /** Text of at most {@code length} characters. */
  static NpyType text(int length) {
    return little('U', 4 * length);
  }

  public NpyType bigEndian() {
    return new NpyType(kind, size, ByteOrder.BIG_ENDIAN);
  }

  /** The type of a {@code descr}, if it is one that can be read. */
  static Optional<NpyType> parse(String descr) {
    Matcher m = DESCR.matcher(descr);
    if (!m.matches()) {
      return Optional.empty();
    }
    char kind = m.group(2).charAt(0);
    int size = Integer.parseInt(m.group(3)) * (kind == 'U' ? 4 : 1);
    ByteOrder order = m.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    boolean known =
        switch (kind) {
          case 'f' -> size == 2 || size == 4 || size == 8;
          case 'b' -> size == 1;
          case 'U', 'S' -> size > 0;
          default -> size == 1 || size == 2 || size == 4 || size == 8;
        };
    return known ? Optional.of(new NpyType(kind, size, order)) : Optional.empty();
  }

  String descr() {
    String mark = size == 1 || kind == 'S' ? "|" : order == ByteOrder.BIG_ENDIAN ? ">" : "<";
    return mark + kind + (kind == 'U' ? size / 4 : size);
  }

  boolean isFloat() {
    return kind == 'f';
  }

  /** Whether a float holds every number of this type. */
  boolean isSingle() {
    return isFloat() ? size <= 4 : size <= 2;
  }

  boolean isText() {
    return kind == 'U' || kind == 'S';
  }

  /** Takes {@code n} numbers from the buffer. */
  void doubles(ByteBuffer in, double[] out, int off, int n) {
    in.order(order);
    if (kind == 'f' && size == 8) {
      in.asDoubleBuffer().get(out, off, n);
      in.position(in.position() + 8 * n);
      return;
    }
    for (int i = 0; i < n; i++) {
      out[off + i] = kind == 'f' ? nextFloat(in) : nextLong(in);
    }
  }

  /** Takes {@code n} floats of two or four bytes from the buffer. */
  void floats(ByteBuffer in, float[] out, int off, int n) {
    in.order(order);
    if (size == 4) {
      in.asFloatBuffer().get(out, off, n);
      in.position(in.position() + 4 * n);
      return;
    }
    for (int i = 0; i < n; i++) {
      out[off + i] = nextFloat(in);
    }
  }

  void longs(ByteBuffer in, long[] out, int off, int n) {
    in.order(order);
    for (int i = 0; i < n; i++) {
      out[off + i] = nextLong(in);
    }
  }

  void strings(ByteBuffer in, String[] out, int off, int n) {
    Charset charset =
        kind == 'S'
            ? StandardCharsets.UTF_8
            : Charset.forName(order == ByteOrder.BIG_ENDIAN ? "UTF-32BE" : "UTF-32LE");
    byte[] bytes = new byte[size];
    for (int i = 0; i < n; i++) {
      in.get(bytes);
      String padded = new String(bytes, charset);
      int end = padded.length();
      while (end > 0 && padded.charAt(end - 1) == 0) {
        end--;
      }
      out[off + i] = padded.substring(0, end);
    }
  }

  private float nextFloat(ByteBuffer in) {
    return size == 2 ? Half.toFloat(in.getShort()) : in.getFloat();
  }

  private long nextLong(ByteBuffer in) {
    boolean signed = kind == 'i';
    return switch (size) {
      case 1 -> signed ? in.get() : in.get() & 0xff;
      case 2 -> signed ? in.getShort() : in.getShort() & 0xffff;
      case 4 -> signed ? in.getInt() : in.getInt() & 0xffffffffL;
      default -> in.getLong();
    };
  }

  /** Puts a number, rounded to this type, into the buffer. */
  void put(ByteBuffer out, double value) {
    out.order(order);
    switch (size) {
      case 2 -> out.putShort(isFloat() ? Half.ofFloat((float) value) : (short) value);
      case 4 -> {
        if (isFloat()) {
          out.putFloat((float) value);
        } else {
          out.putInt((int) (long) value);
        }
      }
      case 8 -> {
        if (isFloat()) {
          out.putDouble(value);
        } else {
          out.putLong((long) value);
        }
      }
      default -> out.put((byte) value);
    }
  }
}
