package dev.gme.formats.numpy;

import dev.gme.formats.io.BadFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What stands before the elements of a .npy file, formats 1.0 to 3.0: a Python dictionary with the
 * type, the order and the shape.
 *
 * @param length bytes before the first element
 */
record NpyHeader(NpyType type, NpyOrder order, List<Long> shape, int length) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** Far more than the header of any array of numbers or text takes. */
  private static final int LONGEST = 1 << 16;

  private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*('[^']*'|.{0,40})");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([0-9L,\\s]*+)\\)");

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  /** NumPy's own limit, and twice that of versions before 2. */
  private static final int MOST_DIMENSIONS = 64;

  /** Reads a header and checks that {@code size} bytes, with the header, can hold the elements. */
  static NpyHeader read(String where, InputStream in, long size) throws IOException {
    byte[] start = in.readNBytes(10);
    if (start.length < 10 || !Arrays.equals(MAGIC, 0, 6, start, 0, 6)) {
      throw BadFile.at(where, "expected a .npy array, found something else", "check the file");
    }
    int version = start[6];
    if (version < 1 || version > 3) {
      throw BadFile.at(
          where,
          "expected .npy format 1 to 3, found " + version,
          "save the array again with numpy.save");
    }
    ByteBuffer lengths = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
    lengths.put(start, 8, 2).put(version == 1 ? new byte[2] : in.readNBytes(2));
    int n = lengths.hasRemaining() ? -1 : lengths.getInt(0);
    if (n < 0 || n > LONGEST || n > size) {
      throw BadFile.at(where, "the header has an impossible length", "the file is damaged");
    }
    byte[] text = in.readNBytes(n);
    if (text.length < n) {
      throw BadFile.truncated(where, "the header", n, text.length);
    }
    NpyHeader header =
        parse(where, new String(text, StandardCharsets.UTF_8), n + (version == 1 ? 10 : 12));
    if (size != Long.MAX_VALUE && header.bytes(where) > size - header.length) {
      throw BadFile.truncated(
          where,
          "an array of shape " + header.shapeText(),
          header.bytes(where),
          size - header.length);
    }
    return header;
  }

  private static NpyHeader parse(String where, String dictionary, int length) {
    // NumPy writes single quotes, some others double ones.
    String text = dictionary.replace('"', '\'');
    Matcher descr = DESCR.matcher(text);
    Matcher order = ORDER.matcher(text);
    Matcher shape = SHAPE.matcher(text);
    if (!descr.find() || !order.find() || !shape.find()) {
      throw BadFile.at(
          where,
          "expected a header with descr, fortran_order and shape, found " + BadFile.quoted(text),
          "the file is damaged: save the array again with numpy.save");
    }
    String name = descr.group(1);
    NpyType type =
        NpyType.parse(name.replace("'", ""))
            .orElseThrow(
                () ->
                    BadFile.at(
                        where,
                        "expected numbers or text, found elements of type "
                            + BadFile.quoted(name.replace("'", "")),
                        "convert the array first, for example with astype('float32'), or with"
                            + " astype(str) where it holds words"));
    NpyOrder found = order.group(1).equals("True") ? NpyOrder.FORTRAN : NpyOrder.C;
    return new NpyHeader(type, found, sizes(where, shape.group(1)), length);
  }

  private static List<Long> sizes(String where, String shape) {
    List<Long> sizes = new ArrayList<>();
    for (String part : shape.split(",", MOST_DIMENSIONS + 2)) {
      String digits = part.strip().replaceFirst("L$", "");
      if (!digits.isEmpty()
          && (!DIGITS.matcher(digits).matches() || sizes.size() == MOST_DIMENSIONS)) {
        throw BadFile.at(
            where,
            "expected a shape such as (3, 4), found " + BadFile.quoted("(" + shape + ")"),
            "the file is damaged: save the array again with numpy.save");
      }
      if (!digits.isEmpty()) {
        sizes.add(digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits));
      }
    }
    return List.copyOf(sizes);
  }

  /** Refuses all but matrices of numbers, of at most 2^31 rows and columns. */
  void requireMatrix(String where) {
    boolean fits = shape.stream().allMatch(n -> n <= Integer.MAX_VALUE);
    if (shape.size() != 2 || !fits || type.isText()) {
      throw BadFile.at(
          where,
          "expected a matrix of numbers, found shape " + shapeText() + " of type " + type.descr(),
          "give vectors one a row");
    }
  }

  /** How many elements there are; no shape is one element. */
  long count(String where) {
    long count = 1;
    try {
      for (long n : shape) {
        count = Math.multiplyExact(count, n);
      }
      Math.multiplyExact(count, (long) type.size());
      return count;
    } catch (ArithmeticException e) {
      throw BadFile.at(
          where, "shape " + shapeText() + " is beyond any memory", "the file is damaged");
    }
  }

  private long bytes(String where) {
    return count(where) * type.size();
  }

  /** As Python writes it. */
  String shapeText() {
    String comma = shape.size() == 1 ? ",)" : ")";
    return shape.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", comma));
  }

  static NpyHeader of(NpyType type, NpyOrder order, List<Long> shape) {
    return new NpyHeader(type, order, shape, 0);
  }

  /** The bytes of this header, padded so that the elements start at a multiple of 64. */
  byte[] toBytes() {
    String text =
        String.format(
            "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }",
            type.descr(), order == NpyOrder.FORTRAN ? "True" : "False", shapeText());
    int total = (10 + text.length() + 1 + 63) / 64 * 64;
    ByteBuffer out = ByteBuffer.allocate(total).order(ByteOrder.LITTLE_ENDIAN);
    out.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) (total - 10));
    out.put(text.getBytes(StandardCharsets.US_ASCII));
    while (out.remaining() > 1) {
      out.put((byte) ' ');
    }
    return out.put((byte) '\n').array();
  }
}
