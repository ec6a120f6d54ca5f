package dev.gme.formats.io;

import dev.gme.core.linalg.DoubleMatrix;
import java.io.Closeable;
import java.io.IOException;

/** The rows of a stored matrix, read one block after the other and never again. */
public interface RowSequence extends Closeable {
  /**
   * What is known of a matrix before its rows are read.
   *
   * @param type of the elements in the file, for people: {@code float32}, {@code <f4}
   * @param isSingle whether floats hold the elements exactly
   */
  record Form(int rows, int cols, String type, boolean isSingle) {}

  Form form();

  default int rows() {
    return form().rows();
  }

  default int cols() {
    return form().cols();
  }

  /** The next {@code n} rows, of which there must be as many left. */
  DoubleMatrix next(int n) throws IOException;
}
