package dev.gme.core;

import java.util.Objects;

/**
 * Data or a model that cannot be worked with: the message is one sentence that says what was
 * expected and what was found, {@link #help()} says what the user can do about it.
 *
 * <p>Both may quote what a file holds, so control characters are shown as escapes: a message is one
 * line, and no file speaks to the user's terminal.
 *
 * <p>Wrong use of the library (a null, two sizes that do not match) is an {@link
 * IllegalArgumentException} instead: a programmer has to mend that, not a user.
 */
public final class GmeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String help;

  public GmeException(String message, String help) {
    super(printable(message));
    this.help = printable(Objects.requireNonNull(help));
  }

  /**
   * A text in which control characters, line separators and marks that change the direction of what
   * follows are escapes such as {@code \x1b}.
   */
  public static String printable(String text) {
    if (text == null || text.chars().noneMatch(GmeException::isControl)) {
      return text;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isControl(c)) {
        out.append(String.format(c < 0x100 ? "\\x%02x" : "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static boolean isControl(int c) {
    boolean line = c == 0x2028 || c == 0x2029;
    boolean direction = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return Character.isISOControl(c) || line || direction;
  }

  /** The remedy, one line. */
  public String help() {
    return help;
  }
}
