package dev.gme.cli;

import dev.gme.cli.files.TerminalCommand;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** Prints the script that completes commands and options in the shell. */
@Command(
    name = "completion",
    description = {
      "Print the completion script for bash and zsh.",
      "Source the script in ~/.bashrc or ~/.zshrc; 'gme' has to be on PATH."
    },
    footer = {"  gme completion > gme-completion.sh", "  source <(gme completion)"})
final class CompletionCommand extends TerminalCommand {

  @Override
  public Integer call() {
    terminal.out().print(AutoComplete.bash("gme", spec.root().commandLine()));
    return 0;
  }
}
