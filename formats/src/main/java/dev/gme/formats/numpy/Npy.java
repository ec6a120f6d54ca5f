package dev.gme.formats.numpy;

import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.RowSequence;
import dev.gme.formats.io.TargetFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads and writes whole .npy files; {@link NpyRows} and {@link NpyMatrixWriter} are for those that
 * are too large for that.
 *
 * <pre>{@code
 * NpyArray x = Npy.read(path);
 * Npy.write(other, x);
 * Npy.write(small, x, NpyType.FLOAT16, NpyOrder.C);
 * }</pre>
 */
public final class Npy {
  private Npy() {}

  public static NpyArray read(Path file) throws IOException {
    return InputFile.read(file, Npy::read);
  }

  /** The array of a file that is open. */
  public static NpyArray read(InputFile file) throws IOException {
    InputStream in = file.stream();
    NpyHeader header = NpyHeader.read(file.toString(), in, file.size());
    return NpyElements.read(file.toString(), header, in, file.storedSize());
  }

  static RowSequence rows(Path file) throws IOException {
    return InputFile.open(file, Npy::rows);
  }

  /**
   * The rows of a matrix one after the other; to close them is to close the file. Those of a
   * compressed file whose first index runs fastest have to be read all at once.
   */
  public static RowSequence rows(InputFile file) throws IOException {
    return file.hasPlaces()
        ? new NpyRowSequence(NpyRows.of(file))
        : NpyStream.open(file.toString(), file.stream(), Long.MAX_VALUE);
  }

  /** In the array's own type: float and double stay what they are. */
  /**
   * The rows of a matrix that comes out of a stream, one after the other.
   *
   * @param where what messages call it
   * @param size bytes that are to come, the header included
   */
  public static RowSequence rows(String where, InputStream in, long size) throws IOException {
    return NpyStream.open(where, in, size);
  }

  public static void write(Path file, NpyArray array) throws IOException {
    write(file, array, array.naturalType(), NpyOrder.C);
  }

  /** In another type, to which numbers are rounded, and in either order. */
  public static void write(Path file, NpyArray array, NpyType type, NpyOrder order)
      throws IOException {
    if (type.isText() != array.isText()) {
      throw new IllegalArgumentException("text and numbers cannot be written as each other");
    }
    try (TargetFile target = TargetFile.create(file)) {
      write(target.stream(), array, type, order);
      target.commit();
    }
  }

  static void write(OutputStream out, NpyArray array, NpyType type, NpyOrder order)
      throws IOException {
    List<Long> shape = array.shape().stream().map(Integer::longValue).toList();
    out.write(NpyHeader.of(type, order, shape).toBytes());
    NpyElements.write(array, type, order, out);
  }
}
