package dev.gme.cli;

import dev.gme.cli.files.TerminalCommand;
import dev.gme.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code gme} itself, which only shows its help. A new command is a class with a
 * {@code @Command} annotation and its line in {@link Commands}; its constructor may take the {@link
 * Terminal}.
 */
@Command(
    name = "gme",
    description = "Speaker recognition. Exit codes: 0 done, 1 failed, 2 wrong use, 130 stopped.",
    versionProvider = VersionText.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = "  gme help score")
final class GmeCommand extends TerminalCommand {
  @Mixin CommonOptions common;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show version, JVM and linear algebra, and exit.")
  boolean version;

  @Override
  public Integer call() {
    spec.commandLine()
        .usage(terminal.err(), terminal.errHasColours() ? Help.Ansi.ON : Help.Ansi.OFF);
    return Failure.WRONG_USE;
  }
}
