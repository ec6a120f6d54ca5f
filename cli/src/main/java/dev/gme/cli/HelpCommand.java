package dev.gme.cli;

import dev.gme.cli.files.TerminalCommand;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints the help of a command, as its {@code --help} does. */
@Command(
    name = "help",
    description = "Show the help of a command, or without one the list of commands.",
    footer = {"  gme help", "  gme help score", "  gme help train plda"})
final class HelpCommand extends TerminalCommand {
  @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "A command, as it is typed.")
  List<String> words = List.of();

  @Override
  public Integer call() {
    CommandLine shown = spec.root().commandLine();
    for (String word : words) {
      Map<String, CommandLine> known = shown.getSubcommands();
      if (!known.containsKey(word)) {
        throw unknown(shown, word);
      }
      shown = known.get(word);
    }
    shown.usage(terminal.out());
    return 0;
  }

  /** As if the command itself had been given the word, which is answered with the nearest one. */
  private static UnmatchedArgumentException unknown(CommandLine command, String word) {
    return new UnmatchedArgumentException(command, List.of(word));
  }
}
