package dev.gme.formats.numpy;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.RowSequence;
import java.io.IOException;

/** The rows of a plain .npy file in their order. */
final class NpyRowSequence implements RowSequence {
  private final NpyRows rows;
  private int next;

  NpyRowSequence(NpyRows rows) {
    this.rows = rows;
  }

  @Override
  public Form form() {
    return new Form(rows.rows(), rows.cols(), rows.type(), rows.isSingle());
  }

  @Override
  public DoubleMatrix next(int n) {
    next += n;
    return rows.doubles(next - n, next);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
