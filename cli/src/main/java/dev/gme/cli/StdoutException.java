package dev.gme.cli;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Standard output could not be written: the reader has gone, or a disk is full. */
final class StdoutException extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  StdoutException(IOException cause) {
    super(cause);
  }

  /** Whether the reader has gone, as in {@code gme ... | head -1}: no reason to complain. */
  boolean isPipeClosed() {
    String message = getCause().getMessage();
    return message != null && message.contains("Broken pipe");
  }
}
