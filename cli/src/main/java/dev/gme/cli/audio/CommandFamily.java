package dev.gme.cli.audio;

import dev.gme.cli.files.TerminalCommand;

/** A command that is nothing without one of its subcommands: alone, it shows which there are. */
abstract class CommandFamily extends TerminalCommand {
  private static final int WRONG_USE = 2;

  @Override
  public final Integer call() {
    spec.commandLine().usage(terminal.err());
    return WRONG_USE;
  }
}
