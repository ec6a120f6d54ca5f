package dev.gme.cli.files;

import dev.gme.cli.terminal.Terminal;

/**
 * Says, when work that can be resumed is interrupted, that it can.
 *
 * <pre>{@code
 * try (ResumeNote note = ResumeNote.of(terminal)) {
 *   recipe.run();
 * }
 * }</pre>
 */
public final class ResumeNote implements AutoCloseable {
  private final Thread atInterrupt;

  private ResumeNote(Terminal terminal) {
    atInterrupt =
        new Thread(
            () ->
                terminal.say(
                    "Interrupted. Run the same command again, and it goes on where it stopped."));
  }

  /** From now on, until it is closed, an interrupt is answered with the note. */
  public static ResumeNote of(Terminal terminal) {
    ResumeNote note = new ResumeNote(terminal);
    Runtime.getRuntime().addShutdownHook(note.atInterrupt);
    return note;
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atInterrupt);
    } catch (IllegalStateException e) {
      // The interrupt came first, and the note is being printed.
    }
  }
}
