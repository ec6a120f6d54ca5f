package dev.gme.formats.artefact;

import dev.gme.formats.io.TargetFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Writes a safetensors file with one matrix of floats, row after row.
 *
 * <pre>{@code
 * try (SafeTensorsRowsWriter out =
 *     SafeTensorsRowsWriter.create(path, "X", n, dim, Map.of("ids", ids))) {
 *   out.write(row);
 *   out.commit();
 * }
 * }</pre>
 */
public final class SafeTensorsRowsWriter implements Closeable {
  private final TargetFile target;
  private final ByteBuffer buffer;
  private int missing;

  private SafeTensorsRowsWriter(TargetFile target, int rows, int cols) {
    this.target = target;
    missing = rows;
    buffer = ByteBuffer.allocate(Math.multiplyExact(4, cols)).order(ByteOrder.LITTLE_ENDIAN);
  }

  public static SafeTensorsRowsWriter create(
      Path file, String name, int rows, int cols, Map<String, String> metadata) throws IOException {
    var entry =
        new SafeTensorsHeader.Entry(
            name, SafeTensorsHeader.Type.F32, rows, cols, 0, 4L * rows * cols);
    byte[] header = SafeTensorsHeader.of(List.of(entry), metadata).toBytes(file.toString());
    TargetFile target = TargetFile.createPlain(file);
    try {
      target.stream().write(header);
      return new SafeTensorsRowsWriter(target, rows, cols);
    } catch (IOException e) {
      target.close();
      throw e;
    }
  }

  public void write(float[] row) throws IOException {
    if (missing == 0 || 4L * row.length != buffer.capacity()) {
      throw new IllegalArgumentException("no place for a row of " + row.length);
    }
    buffer.clear().asFloatBuffer().put(row);
    target.stream().write(buffer.array());
    missing--;
  }

  /** Puts the file into its place. */
  public void commit() throws IOException {
    if (missing > 0) {
      throw new IllegalStateException(missing + " rows were not written");
    }
    target.commit();
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    target.close();
  }
}
