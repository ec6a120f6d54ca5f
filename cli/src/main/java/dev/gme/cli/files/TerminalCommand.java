package dev.gme.cli.files;

import dev.gme.cli.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * What all commands have: the terminal that they speak to, and what picocli knows about them. Both
 * are set before a command is called.
 *
 * <pre>{@code
 * @Command(name = "hello", description = "Say hello.")
 * final class HelloCommand extends TerminalCommand {
 *   @Override
 *   public Integer call() {
 *     terminal.say("Hello.");
 *     return 0;
 *   }
 * }
 * }</pre>
 */
public abstract class TerminalCommand implements Callable<Integer> {
  protected Terminal terminal;
  @Spec protected CommandSpec spec;

  /** Says where the command speaks to; whoever makes it calls this once. */
  public final void speakTo(Terminal to) {
    terminal = to;
  }

  /** Does the work; the exit code. */
  @Override
  public abstract Integer call() throws IOException;
}
