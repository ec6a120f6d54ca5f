package dev.gme.formats.numpy;

import dev.gme.core.score.sink.MatrixSink;
import dev.gme.formats.io.TargetFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * A float matrix of any size that many threads write into a .npy file, parts of rows in any order.
 *
 * <pre>{@code
 * try (NpyMatrixWriter out = NpyMatrixWriter.create(path, enrol.size(), test.size())) {
 *   scorer.score(enrol, test, new MatrixSink(test.size(), out), progress);
 *   out.commit();
 * }
 * }</pre>
 *
 * <p>Parts are written at their positions, not through a mapping: a mapped file counts as memory of
 * the process, and a full disk would end the JVM instead of being reported (docs/decisions).
 */
public final class NpyMatrixWriter implements MatrixSink.RowWriter, Closeable {
  /** Bytes that a thread writes at a time: enough that the call itself does not count. */
  private static final int BLOCK = 1 << 18;

  private static final ThreadLocal<ByteBuffer> BUFFER =
      ThreadLocal.withInitial(
          () -> ByteBuffer.allocateDirect(BLOCK).order(ByteOrder.LITTLE_ENDIAN));

  private final TargetFile target;
  private final FileChannel channel;
  private final int rows;
  private final int cols;
  private final int start;
  private final LongAdder written = new LongAdder();

  private NpyMatrixWriter(TargetFile target, int rows, int cols, int start) {
    this.target = target;
    this.channel = target.channel();
    this.rows = rows;
    this.cols = cols;
    this.start = start;
  }

  public static NpyMatrixWriter create(Path file, int rows, int cols) throws IOException {
    TargetFile target = TargetFile.createPlain(file);
    List<Long> shape = List.of((long) rows, (long) cols);
    byte[] header = NpyHeader.of(NpyType.FLOAT32, NpyOrder.C, shape).toBytes();
    NpyMatrixWriter writer = new NpyMatrixWriter(target, rows, cols, header.length);
    try {
      writer.writeFully(ByteBuffer.wrap(header), 0);
      return writer;
    } catch (IOException e) {
      target.close();
      throw e;
    }
  }

  @Override
  public void write(int row, int firstCol, float[] scores, int off, int n) {
    if (row < 0 || row >= rows || firstCol < 0 || n < 0 || firstCol > cols - n) {
      throw new IndexOutOfBoundsException(
          n + " scores at (" + row + ", " + firstCol + ") of a " + rows + " x " + cols + " matrix");
    }
    ByteBuffer buffer = BUFFER.get();
    long at = start + 4 * ((long) row * cols + firstCol);
    try {
      for (int done = 0; done < n; ) {
        int some = Math.min(n - done, BLOCK / 4);
        buffer.clear().asFloatBuffer().put(scores, off + done, some);
        writeFully(buffer.limit(4 * some), at + 4L * done);
        done += some;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    written.add(n);
  }

  private void writeFully(ByteBuffer bytes, long at) throws IOException {
    long next = at;
    while (bytes.hasRemaining()) {
      next += channel.write(bytes, next);
    }
  }

  /** Puts the file into its place, if every element was written. */
  public void commit() throws IOException {
    if (written.sum() != (long) rows * cols) {
      throw new IllegalStateException(
          written.sum() + " scores of a " + rows + " x " + cols + " matrix were written");
    }
    target.commit();
  }

  /** Removes what was not committed. */
  @Override
  public void close() throws IOException {
    target.close();
  }
}
