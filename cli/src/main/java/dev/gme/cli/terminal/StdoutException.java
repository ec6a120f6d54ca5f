package dev.gme.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Standard output could not be written: the reader has gone, or a disk is full. */
public final class StdoutException extends UncheckedIOException {
  private static final long serialVersionUID = 1L;

  public StdoutException(IOException cause) {
    super(cause);
  }

  /** Whether the reader has gone, as in {@code gme ... | head -1}: no reason to complain. */
  public boolean isPipeClosed() {
    String message = getCause().getMessage();
    return message != null && message.contains("Broken pipe");
  }
}
