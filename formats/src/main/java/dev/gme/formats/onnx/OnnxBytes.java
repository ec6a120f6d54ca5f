package dev.gme.formats.onnx;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The bytes of an ONNX file, so that what is checked and what is run are the same.
 *
 * <pre>{@code
 * byte[] bytes = OnnxBytes.read(file, OnnxModel.DEFAULT_MAX_BYTES);
 * OnnxModel model = OnnxModel.of(file, bytes);
 * }</pre>
 */
public final class OnnxBytes {
  private OnnxBytes() {}

  /** Reads a file whole. */
  public static byte[] read(Path file, int maxBytes) throws IOException {
    return InputFile.read(file, in -> read(in, maxBytes));
  }

  /**
   * Reads a file that is open.
   *
   * @param maxBytes more are refused, gzipped or not
   */
  public static byte[] read(InputFile file, int maxBytes) throws IOException {
    if (file.size() != Long.MAX_VALUE && file.size() > maxBytes) {
      throw tooLarge(file.path(), maxBytes);
    }
    byte[] bytes = file.stream().readNBytes(maxBytes);
    if (bytes.length == maxBytes && file.stream().read() >= 0 && file.size() != maxBytes) {
      throw tooLarge(file.path(), maxBytes);
    }
    return bytes;
  }

  private static GmeException tooLarge(Path file, int maxBytes) {
    return BadFile.at(
        file,
        "expected a network of at most " + maxBytes + " bytes, found more",
        "check that it is one, or allow more");
  }
}
