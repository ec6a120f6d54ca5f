package dev.gme.cli.files;

import dev.gme.cli.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * What all commands have: the terminal that they speak to, and what picocli knows about them.
 *
 * <pre>{@code
 * @Command(name = "hello", description = "Say hello.")
 * final class HelloCommand extends TerminalCommand {
 *   HelloCommand(Terminal terminal) {
 *     super(terminal);
 *   }
 *
 *   @Override
 *   public Integer call() {
 *     terminal.say("Hello.");
 *     return 0;
 *   }
 * }
 * }</pre>
 */
public abstract class TerminalCommand implements Callable<Integer> {
  protected final Terminal terminal;

  /** Set by picocli before the command is called. */
  @Spec protected CommandSpec spec;

  protected TerminalCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Does the work; the exit code. */
  @Override
  public abstract Integer call() throws IOException;
}
