package dev.gme.formats.artefact;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.RowSequence;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
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
  private final Path file;
  private final InputStream in;
  private final SafeTensorsHeader.Entry entry;
  private final Map<String, String> metadata;

  private SafeTensorsRows(
      Path file, InputStream in, SafeTensorsHeader.Entry entry, Map<String, String> metadata) {
    this.file = file;
    this.in = in;
    this.entry = entry;
    this.metadata = metadata;
  }

  /** A tensor that must be there. */
  public static SafeTensorsRows open(Path file, String name) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    boolean opened = false;
    try {
      SafeTensorsHeader header = SafeTensorsHeader.read(file, in, Files.size(file));
      SafeTensorsHeader.Entry entry =
          header.entries().stream()
              .filter(e -> e.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      BadFile.at(
                          file,
                          "expected a tensor "
                              + name
                              + ", found "
                              + header.entries().stream()
                                  .map(SafeTensorsHeader.Entry::name)
                                  .toList(),
                          "name it so, or give another file"));
      in.skipNBytes(entry.start());
      opened = true;
      return new SafeTensorsRows(file, in, entry, header.metadata());
    } finally {
      if (!opened) {
        in.close();
      }
    }
  }

  public Map<String, String> metadata() {
    return metadata;
  }

  @Override
  public int rows() {
    return entry.rows();
  }

  @Override
  public int cols() {
    return entry.cols();
  }

  @Override
  public String type() {
    return entry.type().name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean isSingle() {
    return entry.type().width() <= 4;
  }

  @Override
  public DoubleMatrix next(int n) throws IOException {
    int width = entry.type().width();
    byte[] bytes = new byte[Math.multiplyExact(Math.multiplyExact(n, cols()), width)];
    int got = in.readNBytes(bytes, 0, bytes.length);
    if (got < bytes.length) {
      throw BadFile.truncated(file.toString(), "rows", bytes.length, got);
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
