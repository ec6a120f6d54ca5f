package dev.gme.core.model;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;

/** Vectors behind a chain, which is applied to each block of rows when it is read. */
record PreprocessedRows(Preprocessing chain, RowSource vectors) implements RowSource {
  @Override
  public int rows() {
    return vectors.rows();
  }

  @Override
  public int cols() {
    return chain.outputDimension(vectors.cols());
  }

  @Override
  public String name(int row) {
    return vectors.name(row);
  }

  @Override
  public DoubleMatrix doubles(int from, int to) {
    return chain.apply(vectors.doubles(from, to), row -> name(from + row));
  }

  @Override
  public DoubleMatrix doubles(int[] rows) {
    return chain.apply(vectors.doubles(rows), row -> name(rows[row]));
  }
}
