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
  public int rows() {
    return rows.rows();
  }

  @Override
  public int cols() {
    return rows.cols();
  }

  @Override
  public String type() {
    return rows.type();
  }

  @Override
  public boolean isSingle() {
    return rows.isSingle();
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
