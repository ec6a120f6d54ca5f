package dev.gme.formats.numpy;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.CloseOnFailure;
import dev.gme.formats.io.RowSequence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The rows of a matrix that comes out of a stream, such as an array of an .npz file. Where the
 * first index runs fastest, the last element of the first row is near the end: then the matrix is
 * read as a whole.
 */
final class NpyStream implements RowSequence {
  /** Elements that are read at a time. */
  private static final int BLOCK = 1 << 13;

  private final String where;
  private final NpyHeader header;
  private final InputStream in;
  private final Form form;

  /** Null where rows are read as they come. */
  private final DoubleMatrix whole;

  private int next;

  private NpyStream(String where, NpyHeader header, InputStream in, DoubleMatrix whole) {
    this.where = where;
    this.header = header;
    this.in = in;
    this.whole = whole;
    form =
        new Form(
            header.shape().get(0).intValue(),
            header.shape().get(1).intValue(),
            header.type().descr(),
            header.type().isSingle());
  }

  /** Begins to read; {@code size} bytes are to come, header included. */
  static NpyStream open(String where, InputStream in, long size) throws IOException {
    return CloseOnFailure.of(
        in,
        () -> {
          NpyHeader header = NpyHeader.read(where, in, size);
          header.requireMatrix(where);
          DoubleMatrix whole =
              header.order() == NpyOrder.FORTRAN
                  ? NpyElements.read(where, header, in, 0).doubleMatrix()
                  : null;
          return new NpyStream(where, header, in, whole);
        });
  }

  @Override
  public Form form() {
    return form;
  }

  @Override
  public DoubleMatrix next(int n) throws IOException {
    next += n;
    if (whole != null) {
      return whole.rowRange(next - n, next);
    }
    int count = Math.multiplyExact(n, cols());
    int width = header.type().size();
    double[] out = new double[Math.min(count, BLOCK)];
    byte[] block = new byte[Math.min(count, BLOCK) * width];
    for (int done = 0; done < count; ) {
      int some = Math.min(count - done, BLOCK);
      if (done + some > out.length) {
        out = Arrays.copyOf(out, (int) Math.min(count, 2L * (done + some)));
      }
      int got = in.readNBytes(block, 0, some * width);
      if (got < some * width) {
        throw BadFile.truncated(where, "rows", some * (long) width, got);
      }
      header.type().doubles(ByteBuffer.wrap(block), out, done, some);
      done += some;
    }
    return DoubleMatrix.wrap(n, cols(), out);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
