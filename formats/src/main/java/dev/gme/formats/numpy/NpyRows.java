package dev.gme.formats.numpy;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The rows of a .npy matrix of any size, read in blocks where they are asked for. In Fortran order
 * a block takes one access for every column, so that C order is faster.
 *
 * <pre>{@code
 * try (NpyRows vectors = NpyRows.open(path)) {
 *   MetaEmbeddings e = pipeline.extract(vectors);
 * }
 * }</pre>
 */
public final class NpyRows implements RowSource, Closeable {
  /** Elements that are read at a time: enough that the call itself does not count. */
  private static final int BLOCK = 1 << 16;

  private final InputFile file;
  private final NpyHeader header;
  private final int rows;
  private final int cols;

  private NpyRows(InputFile file, NpyHeader header) {
    this.file = file;
    this.header = header;
    rows = Math.toIntExact(header.shape().get(0));
    cols = Math.toIntExact(header.shape().get(1));
  }

  public static NpyRows open(Path file) throws IOException {
    return InputFile.open(file, NpyRows::of);
  }

  /** The rows of a file that is open, wherever it lies; to close them is to close the file. */
  public static NpyRows of(InputFile in) throws IOException {
    String where = in.toString();
    // Rows are gone to, so that what is gzipped is refused: it does not begin as .npy files do.
    NpyHeader header = NpyHeader.read(where, in.stored(), in.storedSize());
    header.requireMatrix(where);
    return new NpyRows(in, header);
  }

  /** The type of the elements in the file as NumPy names it, for example {@code <f4}. */
  public String type() {
    return header.type().descr();
  }

  /** Whether floats hold the elements exactly. */
  boolean isSingle() {
    return header.type().isSingle();
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int cols() {
    return cols;
  }

  @Override
  public DoubleMatrix doubles(int from, int to) {
    if (from < 0 || to < from || to > rows) {
      throw new IndexOutOfBoundsException("rows " + from + " to " + to + " of " + rows);
    }
    int n = to - from;
    double[] out = new double[Math.multiplyExact(n, cols)];
    try {
      if (header.order() == NpyOrder.FORTRAN) {
        double[] column = new double[n];
        for (int j = 0; j < cols; j++) {
          read((long) j * rows + from, column, 0, n);
          for (int i = 0; i < n; i++) {
            out[i * cols + j] = column[i];
          }
        }
      } else {
        int some = Math.max(1, BLOCK / Math.max(1, cols));
        for (int i = 0; i < n; i += some) {
          read((long) (from + i) * cols, out, i * cols, Math.min(some, n - i) * cols);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return DoubleMatrix.wrap(n, cols, out);
  }

  private void read(long element, double[] out, int off, int n) throws IOException {
    int size = header.type().size();
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(n, size));
    long at = header.length() + element * size;
    while (bytes.hasRemaining()) {
      int got = file.read(bytes, at + bytes.position());
      if (got < 0) {
        throw BadFile.truncated(file.toString(), "rows", bytes.capacity(), bytes.position());
      }
    }
    header.type().doubles(bytes.flip(), out, off, n);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
