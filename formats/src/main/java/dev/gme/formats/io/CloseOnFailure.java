package dev.gme.formats.io;

import dev.gme.core.Internal;
import java.io.Closeable;
import java.io.IOException;

/** Opens in steps: what is open already is closed where a later step fails. */
@Internal
public final class CloseOnFailure {
  private CloseOnFailure() {}

  /** The steps that remain. */
  @FunctionalInterface
  public interface Rest<T> {
    T open() throws IOException;
  }

  /**
   * Takes the remaining steps.
   *
   * @param open closed if they fail, else by whoever closes their result
   */
  public static <T> T of(Closeable open, Rest<T> rest) throws IOException {
    boolean opened = false;
    try {
      T result = rest.open();
      opened = true;
      return result;
    } finally {
      if (!opened) {
        open.close();
      }
    }
  }
}
