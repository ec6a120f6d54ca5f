package dev.gme.formats.numpy;

import dev.gme.formats.io.TargetFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes a float matrix row after row, when it is not known how many there will be.
 *
 * <pre>{@code
 * try (NpyRowsWriter out = NpyRowsWriter.create(path, dim)) {
 *   out.write(row);
 *   out.commit();
 * }
 * }</pre>
 */
public final class NpyRowsWriter implements Closeable {
  /** The header is padded to blocks, so it is as long for this number of rows as for any. */
  private static final long MOST_ROWS = Integer.MAX_VALUE;

  private final TargetFile target;
  private final int cols;
  private final ByteBuffer buffer;
  private final int start;
  private long rows;
  private long at;

  private NpyRowsWriter(TargetFile target, int cols) {
    this.target = target;
    this.cols = cols;
    start = header(MOST_ROWS).length;
    at = start;
    buffer = ByteBuffer.allocate(Math.multiplyExact(4, cols)).order(ByteOrder.LITTLE_ENDIAN);
  }

  public static NpyRowsWriter create(Path file, int cols) throws IOException {
    return new NpyRowsWriter(TargetFile.createPlain(file), cols);
  }

  private byte[] header(long n) {
    return NpyHeader.of(NpyType.FLOAT32, NpyOrder.C, List.of(n, (long) cols)).toBytes();
  }

  public void write(float[] row) throws IOException {
    if (row.length != cols) {
      throw new IllegalArgumentException("a row of " + row.length + " for " + cols + " columns");
    }
    buffer.clear().asFloatBuffer().put(row);
    put(buffer.position(0).limit(4 * cols), at);
    at += 4L * cols;
    rows++;
  }

  private void put(ByteBuffer bytes, long position) throws IOException {
    for (long next = position; bytes.hasRemaining(); ) {
      next += target.channel().write(bytes, next);
    }
  }

  /** Puts the file into its place. */
  public void commit() throws IOException {
    byte[] header = header(rows);
    if (header.length != start) {
      throw new IllegalStateException("a header of " + header.length + " bytes, not " + start);
    }
    put(ByteBuffer.wrap(header), 0);
    target.commit();
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    target.close();
  }
}
