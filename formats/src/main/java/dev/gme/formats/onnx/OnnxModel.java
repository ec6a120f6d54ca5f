package dev.gme.formats.onnx;

import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What an ONNX file says of its network, read without running it. A file that keeps weights in
 * other files, or asks for operators that are no part of ONNX, is refused: the network would make
 * native code open files and load libraries.
 *
 * <pre>{@code
 * OnnxModel model = OnnxModel.read(Path.of("net.onnx"));
 * model.inputs().get(0).toString();   // feats: float32 [B,T,80]
 * }</pre>
 *
 * @param digest SHA-256 of the file, in hexadecimal digits
 * @param bytes of the file
 * @param producer what wrote it, or empty
 * @param opset the version of ONNX's own operators
 * @param inputs those that a caller gives
 * @param metadata by key, in the order of the file
 * @param weights how many numbers it has learned
 */
public record OnnxModel(
    String digest,
    long bytes,
    String producer,
    long opset,
    List<OnnxPort> inputs,
    List<OnnxPort> outputs,
    Map<String, String> metadata,
    long weights) {
  /** Larger files are refused unless more is allowed: a network with more is no speaker's. */
  public static final int DEFAULT_MAX_BYTES = 1 << 30;

  public OnnxModel {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** Reads what a file says. */
  public static OnnxModel read(Path file) throws IOException {
    return InputFile.read(file, OnnxModel::read);
  }

  /** Reads what a file that is open says. */
  public static OnnxModel read(InputFile file) throws IOException {
    return of(file.path(), OnnxBytes.read(file, DEFAULT_MAX_BYTES));
  }

  /**
   * Reads what the bytes of a file say.
   *
   * @param file for messages
   */
  public static OnnxModel of(Path file, byte[] bytes) {
    return new OnnxWalk(file).model(bytes, Sha256.of(bytes));
  }

  /** Whether the first bytes are those of an ONNX file: the version of its format comes first. */
  public static boolean is(byte[] start) {
    if (start.length < 3 || start[0] != 0x08 || start[1] < 1 || start[1] > 99) {
      return false;
    }
    // Names of the producer, domain, version, text, graph or versions of operators.
    return switch (start[2]) {
      case 0x12, 0x1a, 0x22, 0x28, 0x32, 0x3a, 0x42 -> true;
      default -> false;
    };
  }
}
