package dev.gme.formats.io;

import dev.gme.core.GmeException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Says what is wrong with a file: where, what was expected, what was found, and what to do.
 *
 * <pre>{@code
 * throw BadFile.at(file, "expected a matrix, found shape (3,)", "give vectors one a row");
 * throw BadFile.atLine(file, 17, "expected 3 fields, found 2", "complete or remove that line");
 * }</pre>
 */
public final class BadFile {
  /** The longest piece of a file that is shown in a message. */
  private static final int SHOWN = 60;

  private BadFile() {}

  public static GmeException at(Path file, String found, String help) {
    return at(file.toString(), found, help);
  }

  /** Refuses a file that is not there. */
  public static void requireThere(Path file) {
    if (Files.notExists(file)) {
      throw new GmeException(file + " does not exist", "check the path");
    }
  }

  /** For something that has no path of its own, such as an entry of an archive. */
  public static GmeException at(String where, String found, String help) {
    return new GmeException(where + ": " + found, help);
  }

  /** Lines count from 1. */
  public static GmeException atLine(Path file, long line, String found, String help) {
    return atLine(file.toString(), line, found, help);
  }

  /** The same for a file by its name. */
  public static GmeException atLine(String file, long line, String found, String help) {
    return at(file + ", line " + line, found, help);
  }

  /** The file ends too early or promises more than it holds. */
  public static GmeException truncated(String where, String what, long needed, long left) {
    return at(
        where,
        "expected " + needed + " bytes for " + what + ", found " + left,
        "the file is damaged or was not written to its end: make or copy it again");
  }

  /** A piece of a file for a message: quoted, cut, and without control characters. */
  public static String quoted(String text) {
    String cut = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    return "'" + GmeException.printable(cut) + "'";
  }
}
