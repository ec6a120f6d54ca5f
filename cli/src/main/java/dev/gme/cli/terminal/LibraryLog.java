package dev.gme.cli.terminal;

import java.util.logging.Level;
import java.util.logging.Logger;

/** What the library logs of lists and of linear algebra: a line on stderr each, unless quiet. */
final class LibraryLog {
  /** Held here, because the JDK forgets the level of a logger that nobody holds. */
  private static Logger logger;

  private LibraryLog() {}

  static synchronized void setQuiet(boolean quiet) {
    // To load the JDK's logging takes longer than to print most help texts.
    if (quiet || logger != null) {
      logger = Logger.getLogger("dev.gme");
      logger.setLevel(quiet ? Level.SEVERE : null);
    }
  }
}
