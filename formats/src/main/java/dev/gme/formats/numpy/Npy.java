package dev.gme.formats.numpy;

import dev.gme.formats.io.InputFile;
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
 * Npy.write(small, x, NpyType.FLOAT16, false);
 * }</pre>
 */
public final class Npy {
  private Npy() {}

  public static NpyArray read(Path file) throws IOException {
    try (InputStream in = InputFile.open(file)) {
      return read(file.toString(), in, InputFile.size(file));
    }
  }

  /** An array of {@code size} bytes, header included. */
  static NpyArray read(String where, InputStream in, long size) throws IOException {
    return NpyElements.read(where, NpyHeader.read(where, in, size), in);
  }

  /** In the array's own type: float and double stay what they are. */
  public static void write(Path file, NpyArray array) throws IOException {
    write(file, array, array.naturalType(), false);
  }

  /**
   * In another type, to which numbers are rounded.
   *
   * @param fortran whether the first index shall run fastest
   */
  public static void write(Path file, NpyArray array, NpyType type, boolean fortran)
      throws IOException {
    if (type.isText() != array.isText()) {
      throw new IllegalArgumentException("text and numbers cannot be written as each other");
    }
    try (TargetFile target = TargetFile.create(file)) {
      write(target.stream(), array, type, fortran);
      target.commit();
    }
  }

  static void write(OutputStream out, NpyArray array, NpyType type, boolean fortran)
      throws IOException {
    List<Long> shape = array.shape().stream().map(Integer::longValue).toList();
    out.write(NpyHeader.of(type, fortran, shape).toBytes());
    NpyElements.write(array, type, fortran, out);
  }
}
