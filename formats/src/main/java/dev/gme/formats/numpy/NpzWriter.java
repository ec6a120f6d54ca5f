package dev.gme.formats.numpy;

import dev.gme.formats.io.TargetFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes an .npz file array after array, uncompressed; one array of floats may come row by row.
 *
 * <pre>{@code
 * try (NpzWriter out = NpzWriter.create(path)) {
 *   out.put("ids", NpyArray.of(ids));
 *   out.begin("X", ids.size(), dim);
 *   out.write(row);
 *   out.commit();
 * }
 * }</pre>
 */
public final class NpzWriter implements Closeable {
  /**
   * 1980, the first year of zip: the same arrays give the same bytes, whenever they are written.
   */
  private static final long DATE = 315_532_800_000L;

  private final TargetFile target;
  private final ZipOutputStream zip;
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private long missing;

  private NpzWriter(TargetFile target) throws IOException {
    this.target = target;
    zip = new ZipOutputStream(target.stream());
    zip.setLevel(Deflater.NO_COMPRESSION);
  }

  public static NpzWriter create(Path file) throws IOException {
    TargetFile target = TargetFile.createPlain(file);
    try {
      return new NpzWriter(target);
    } catch (IOException e) {
      target.close();
      throw e;
    }
  }

  /** A whole array, in its own type. */
  public void put(String name, NpyArray array) throws IOException {
    open(name);
    Npy.write(zip, array, array.naturalType(), NpyOrder.C);
  }

  /** A matrix whose rows come by {@link #write}, before anything else does. */
  public void begin(String name, int rows, int cols) throws IOException {
    open(name);
    List<Long> shape = List.of((long) rows, (long) cols);
    zip.write(NpyHeader.of(NpyType.FLOAT32, NpyOrder.C, shape).toBytes());
    buffer = ByteBuffer.allocate(Math.multiplyExact(4, cols)).order(ByteOrder.LITTLE_ENDIAN);
    missing = rows;
  }

  private void open(String name) throws IOException {
    requireAllRows();
    ZipEntry entry = new ZipEntry(name + Npz.SUFFIX);
    entry.setTime(DATE);
    // Ends the entry before it, if there is one.
    zip.putNextEntry(entry);
  }

  /** The next row of the matrix. */
  public void write(float[] row) throws IOException {
    if (missing == 0 || 4L * row.length != buffer.capacity()) {
      throw new IllegalArgumentException("no place for a row of " + row.length);
    }
    buffer.clear().asFloatBuffer().put(row);
    zip.write(buffer.array());
    missing--;
  }

  private void requireAllRows() {
    if (missing > 0) {
      throw new IllegalStateException(missing + " rows were not written");
    }
  }

  /** Puts the file into its place. */
  public void commit() throws IOException {
    requireAllRows();
    zip.finish();
    target.commit();
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    target.close();
  }
}
