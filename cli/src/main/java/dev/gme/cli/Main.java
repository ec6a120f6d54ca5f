package dev.gme.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import dev.gme.cli.terminal.StandardStreams;
import dev.gme.cli.terminal.StdoutException;
import dev.gme.cli.terminal.Terminal;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.PicocliException;
import picocli.CommandLine.RunLast;

/** Where the process starts: streams in, exit code out. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    // Warnings of the library are messages like any other: one line, without date and class.
    System.setProperty("java.util.logging.SimpleFormatter.format", "gme: %5$s%n");
    Terminal terminal = StandardStreams.open();
    System.exit(run(commandLine(terminal, args), terminal, args));
  }

  static CommandLine commandLine(Terminal terminal) {
    return commandLine(terminal, name -> true);
  }

  /** What can run these words, and is made faster than all commands. */
  static CommandLine commandLine(Terminal terminal, String[] args) {
    List<String> words = Arrays.asList(args);
    // The completion script has the options of all commands.
    return words.contains("completion")
        ? commandLine(terminal)
        : commandLine(terminal, words::contains);
  }

  private static CommandLine commandLine(Terminal terminal, Predicate<String> wanted) {
    GmeCommand root = new GmeCommand();
    root.speakTo(terminal);
    CommandFactory factory = new CommandFactory(terminal);
    CommandLine commandLine = new CommandLine(root, factory);
    Commands.addTo(commandLine, factory, wanted);
    commandLine.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, Commands::overview);
    return commandLine
        .registerConverter(int.class, NumberReader.INT)
        .registerConverter(Integer.class, NumberReader.INT)
        .registerConverter(long.class, NumberReader.LONG)
        .registerConverter(double.class, NumberReader.DOUBLE)
        .registerConverter(Double.class, NumberReader.DOUBLE)
        .setHelpFactory(HelpWithDefaults::new)
        .setOut(terminal.outWriter())
        .setErr(terminal.errWriter())
        .setColorScheme(
            Help.defaultColorScheme(terminal.hasColours() ? Help.Ansi.ON : Help.Ansi.OFF))
        .setUsageHelpWidth(terminal.helpWidth())
        // An argument that begins with @ is a name like any other.
        .setExpandAtFiles(false)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(
            (e, arguments) -> report(terminal, Failure.ofWrongUse(e), e, false))
        .setExecutionStrategy(result -> execute(result, root.common, terminal))
        .setExecutionExceptionHandler(
            (e, command, result) -> report(terminal, Failure.of(e), e, root.common.debug));
  }

  private static int execute(ParseResult result, CommonOptions common, Terminal terminal) {
    try {
      List<CommandLine> commands = result.asCommandLineList();
      refuseUnheard(result);
      common.apply(commands.get(commands.size() - 1), terminal);
      OutputPlaces.require(commands.get(commands.size() - 1).getParseResult());
      return new RunLast().execute(result);
    } catch (PicocliException e) {
      throw e; // goes to one of the two handlers
    } catch (IOException | RuntimeException e) {
      // From the places of results, or from printing help or version, which picocli would answer
      // with a stack trace.
      return report(terminal, Failure.of(e), e, common.debug);
    }
  }

  /**
   * Refuses what stands between the name of a command and that of its subcommand: it is the
   * command's own, and only the last one runs.
   */
  private static void refuseUnheard(ParseResult result) {
    for (ParseResult r = result.subcommand(); r != null && r.hasSubcommand(); r = r.subcommand()) {
      for (ArgSpec found : r.matchedArgs()) {
        if (!found.inherited()) {
          CommandLine last = r.subcommand().commandSpec().commandLine();
          String name = last.getCommandName();
          throw new ParameterException(
              last,
              "'"
                  + String.join(" ", found.originalStringValues())
                  + "' stands before '"
                  + name
                  + "', which takes its arguments and options after its name; a file called "
                  + name
                  + " is given as ./"
                  + name);
        }
      }
    }
  }

  /** The exit code; all that goes wrong has been reported on stderr. */
  static int run(CommandLine commandLine, Terminal terminal, String... args) {
    try {
      int code = commandLine.execute(args);
      try {
        terminal.out().flush();
      } catch (StdoutException e) {
        // After a failure it is most often the same one, which need not be told twice.
        if (code == 0) {
          throw e;
        }
      }
      return code;
    } catch (RuntimeException | Error e) {
      // What picocli leaves to its caller: errors of the JVM, and a stdout that fails while help is
      // printed.
      CommonOptions common = ((GmeCommand) commandLine.getCommand()).common;
      return report(terminal, Failure.of(e), e, common.debug);
    }
  }

  private static int report(Terminal terminal, Failure failure, Throwable e, boolean debug) {
    if (failure.exitCode() != Failure.PIPE_CLOSED) {
      terminal.complain(failure.sentence(), failure.help());
    }
    if (debug) {
      e.printStackTrace(terminal.err());
    }
    return failure.exitCode();
  }
}
