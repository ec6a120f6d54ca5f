package dev.gme.formats.artefact;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.io.RowSequence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A tensor of a safetensors file row after row, without the others.
 *
 * <pre>{@code
 * try (SafeTensorsRows x = SafeTensorsRows.open(path, "X")) {
 *   DoubleMatrix first = x.next(100);
 *   String ids = x.metadata().get("ids");
 * }
 * }</pre>
 */
public final class SafeTensorsRows implements RowSequence {
  private final String file;
  private final InputStream in;
  private final SafeTensorsHeader.Entry entry;
  private final Map<String, String> metadata;

  private SafeTensorsRows(
      String file, InputStream in, SafeTensorsHeader.Entry entry, Map<String, String> metadata) {
    this.file = file;
    this.in = in;
    this.entry = entry;
    this.metadata = metadata;
  }

  /** A tensor that must be there. */
  public static SafeTensorsRows open(Path file, String name) throws IOException {
    return InputFile.open(file, in -> of(in, name));
  }

  /** A tensor of a file that is open; to close its rows is to close the file. */
  public static SafeTensorsRows of(InputFile file, String name) throws IOException {
    InputStream in = file.stored();
    SafeTensorsHeader header = SafeTensorsHeader.read(file.toString(), in, file.storedSize());
    List<String> names = header.entries().stream().map(SafeTensorsHeader.Entry::name).toList();
    if (!names.contains(name) && header.metadata().containsKey(Artefact.KEY)) {
      throw BadFile.at(
          file.toString(),
          "expected vectors, found a file of gme, such as a model",
          "check that files and options are in their order");
    }
    if (!names.contains(name)) {
      throw BadFile.at(
          file.toString(),
          "expected a tensor " + name + ", found " + BadFile.quoted(String.join(", ", names)),
          "name it so, or give another file");
    }
    SafeTensorsHeader.Entry entry = header.entries().get(names.indexOf(name));
    in.skipNBytes(entry.start());
    return new SafeTensorsRows(file.toString(), in, entry, header.metadata());
  }

  public Map<String, String> metadata() {
    return metadata;
  }

  @Override
  public Form form() {
    SafeTensorsHeader.Type type = entry.type();
    String name = type.name().toLowerCase(Locale.ROOT);
    return new Form(entry.rows(), entry.cols(), name, type.width() <= 4);
  }

  @Override
  public DoubleMatrix next(int n) throws IOException {
    int width = entry.type().width();
    byte[] bytes = new byte[Math.multiplyExact(Math.multiplyExact(n, cols()), width)];
    int got = in.readNBytes(bytes, 0, bytes.length);
    if (got < bytes.length) {
      throw BadFile.truncated(file, "rows", bytes.length, got);
    }
    ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    double[] out = new double[n * cols()];
    for (int i = 0; i < out.length; i++) {
      out[i] = entry.type().next(from);
    }
    return DoubleMatrix.wrap(n, cols(), out);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
