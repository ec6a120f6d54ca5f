package dev.gme.cli;

import dev.gme.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the script that completes commands and options in the shell. */
@Command(
    name = "completion",
    description = {
      "Print the completion script for bash and zsh.",
      "Source the script in ~/.bashrc or ~/.zshrc; 'gme' has to be on PATH."
    },
    footer = {"  gme completion > gme-completion.sh", "  source <(gme completion)"})
final class CompletionCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  private final Terminal terminal;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    terminal.out().print(AutoComplete.bash("gme", spec.root().commandLine()));
    return 0;
  }
}
