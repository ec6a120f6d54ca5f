package dev.gme.cli;

import dev.gme.cli.terminal.Terminal;
import dev.gme.core.parallel.Workers;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** The options that every command has; they may stand before or after the command's name. */
final class CommonOptions {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  boolean help;

  @Option(
      names = "--threads",
      paramLabel = "N",
      scope = ScopeType.INHERIT,
      description = "Threads; unless given, one per core. They change no result.")
  Integer threads;

  @Option(
      names = {"-q", "--quiet"},
      scope = ScopeType.INHERIT,
      description = "Write nothing but errors to stderr.")
  boolean quiet;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of an error.")
  boolean debug;

  void apply(CommandLine command, Terminal terminal) {
    terminal.setQuiet(quiet);
    if (threads != null) {
      if (threads < 1 || threads > Workers.MAX_THREADS) {
        throw new ParameterException(
            command, "--threads must be from 1 to " + Workers.MAX_THREADS + ", found " + threads);
      }
      Workers.setThreads(threads);
    }
  }
}
