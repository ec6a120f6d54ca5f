package dev.gme.formats.fuzz;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A reader under test, and what writes a good file for it.
 *
 * @param name what the good file is called: suffixes count where files lie beside it
 */
record FuzzedReader(String name, Work read, Work writeGood) {
  /** Reads or writes a file. */
  @FunctionalInterface
  interface Work {
    void on(Path file) throws IOException;
  }
}
