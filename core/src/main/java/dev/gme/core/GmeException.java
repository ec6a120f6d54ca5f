package dev.gme.core;

import java.util.Objects;

/**
 * Data or a model that cannot be worked with: the message is one sentence that says what was
 * expected and what was found, {@link #help()} says what the user can do about it.
 *
 * <p>Wrong use of the library (a null, two sizes that do not match) is an {@link
 * IllegalArgumentException} instead: a programmer has to mend that, not a user.
 */
public final class GmeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String help;

  public GmeException(String message, String help) {
    super(message);
    this.help = Objects.requireNonNull(help);
  }

  /** The remedy, one line. */
  public String help() {
    return help;
  }
}
