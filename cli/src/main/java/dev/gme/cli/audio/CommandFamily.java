package dev.gme.cli.audio;

import dev.gme.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that is nothing without one of its subcommands: alone, it shows which there are. */
abstract class CommandFamily implements Callable<Integer> {
  private static final int WRONG_USE = 2;

  @Spec CommandSpec spec;

  private final Terminal terminal;

  CommandFamily(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public final Integer call() {
    spec.commandLine().usage(terminal.err());
    return WRONG_USE;
  }
}
