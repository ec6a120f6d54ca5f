package dev.gme.formats.io;

import dev.gme.core.linalg.DoubleMatrix;
import java.io.Closeable;
import java.io.IOException;

/** The rows of a stored matrix, read one block after the other and never again. */
public interface RowSequence extends Closeable {
  int rows();

  int cols();

  /** The type of the elements in the file, for people: {@code float32}, {@code <f4}. */
  String type();

  /** Whether floats hold the elements exactly. */
  boolean isSingle();

  /** The next {@code n} rows, of which there must be as many left. */
  DoubleMatrix next(int n) throws IOException;
}
