package dev.gme.cli.files;

import dev.gme.core.GmeException;
import java.io.IOException;

/**
 * Adds to a remedy of the library, which knows no command line, the option that carries it out.
 *
 * <pre>{@code
 * OptionHelp.naming("the layout", "--scores-format", () -> ListReader.read(file));
 * }</pre>
 */
public final class OptionHelp {
  private OptionHelp() {}

  /** Work that may be refused. */
  @FunctionalInterface
  public interface Work<T> {
    T run() throws IOException;
  }

  /** Does the work; a remedy that speaks of something gets the option for it. */
  public static <T> T naming(String what, String option, Work<T> work) throws IOException {
    try {
      return work.run();
    } catch (GmeException e) {
      if (e.help() == null || !e.help().contains(what)) {
        throw e;
      }
      GmeException better = new GmeException(e.getMessage(), e.help() + " (" + option + ")");
      better.addSuppressed(e);
      throw better;
    }
  }
}
