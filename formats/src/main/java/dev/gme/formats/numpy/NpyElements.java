package dev.gme.formats.numpy;

import dev.gme.formats.io.BadFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;

/** The elements of an array between a stream and memory, a block at a time. */
final class NpyElements {
  private static final int BLOCK = 1 << 16;

  private NpyElements() {}

  /**
   * All elements after a header.
   *
   * @param stored bytes that the file itself has for them, compressed or not: so much is trusted,
   *     beyond that memory grows with what was read
   */
  static NpyArray read(String where, NpyHeader header, InputStream in, long stored)
      throws IOException {
    long count = header.count(where);
    // A little below the largest array of the JVM.
    if (count > Integer.MAX_VALUE - 8
        || header.shape().stream().anyMatch(size -> size > Integer.MAX_VALUE)) {
      throw BadFile.at(
          where,
          "expected an array that fits in memory, found shape " + header.shapeText(),
          "read it in blocks of rows, or split it");
    }
    int n = (int) count;
    NpyType type = header.type();
    Object elements = resized(type, null, (int) Math.min(n, Math.max(BLOCK, stored / type.size())));
    byte[] block = new byte[Math.max(1, BLOCK / type.size()) * type.size()];
    int done = 0;
    while (done < n) {
      int some = Math.min(n - done, block.length / type.size());
      if (done + some > Array.getLength(elements)) {
        elements = resized(type, elements, (int) Math.min(n, 2L * (done + some)));
      }
      int bytes = in.readNBytes(block, 0, some * type.size());
      if (bytes < some * type.size()) {
        throw BadFile.truncated(
            where, "elements " + done + " to " + (done + some), some * (long) type.size(), bytes);
      }
      decode(type, ByteBuffer.wrap(block), elements, done, some);
      done += some;
    }
    if (type.kind() == 'u' && Arrays.stream((long[]) elements).anyMatch(v -> v < 0)) {
      throw BadFile.at(
          where, "expected integers below 2^63, found larger ones", "convert them to float64");
    }
    List<Integer> shape = header.shape().stream().map(Math::toIntExact).toList();
    boolean turn = header.order() == NpyOrder.FORTRAN && shape.size() > 1;
    return new NpyArray(shape, turn ? FortranOrder.toC(elements, shape) : elements);
  }

  /** An array of the type's elements that begins with those of another one, if there is one. */
  private static Object resized(NpyType type, Object elements, int n) {
    if (type.isText()) {
      return elements == null ? new String[n] : Arrays.copyOf((String[]) elements, n);
    }
    if (!type.isFloat()) {
      return elements == null ? new long[n] : Arrays.copyOf((long[]) elements, n);
    }
    if (type.size() == 8) {
      return elements == null ? new double[n] : Arrays.copyOf((double[]) elements, n);
    }
    return elements == null ? new float[n] : Arrays.copyOf((float[]) elements, n);
  }

  private static void decode(NpyType type, ByteBuffer in, Object elements, int off, int n) {
    if (elements instanceof float[] f) {
      type.floats(in, f, off, n);
    } else if (elements instanceof double[] d) {
      type.doubles(in, d, off, n);
    } else if (elements instanceof long[] l) {
      type.longs(in, l, off, n);
    } else {
      type.strings(in, (String[]) elements, off, n);
    }
  }

  static void write(NpyArray array, NpyType type, NpyOrder order, OutputStream out)
      throws IOException {
    int n = array.size();
    ByteBuffer block = ByteBuffer.allocate(Math.max(BLOCK, type.size()));
    int[] places = order == NpyOrder.FORTRAN ? FortranOrder.of(array.shape()) : null;
    for (int i = 0; i < n; i++) {
      if (block.remaining() < type.size()) {
        out.write(block.array(), 0, block.position());
        block.clear();
      }
      int element = places == null ? i : places[i];
      if (type.isText()) {
        putText(array.word(element), type, block);
      } else {
        type.put(block, array.number(element));
      }
    }
    out.write(block.array(), 0, block.position());
  }

  private static void putText(String word, NpyType type, ByteBuffer block) {
    Charset charset =
        Charset.forName(type.order() == ByteOrder.BIG_ENDIAN ? "UTF-32BE" : "UTF-32LE");
    byte[] bytes = word.getBytes(charset);
    block.put(bytes).put(new byte[type.size() - bytes.length]);
  }
}
