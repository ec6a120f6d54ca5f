package dev.gme.cli;

import dev.gme.cli.files.TerminalCommand;
import dev.gme.cli.terminal.Terminal;
import java.lang.reflect.Constructor;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/**
 * Makes commands and their mixins, with the terminal: a command is told of it, a mixin whose only
 * constructor takes it is given it.
 */
final class CommandFactory implements IFactory {
  private final Terminal terminal;
  private final IFactory others = CommandLine.defaultFactory();

  CommandFactory(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    Constructor<?>[] constructors = type.getDeclaredConstructors();
    if (constructors.length == 1) {
      Class<?>[] parameters = constructors[0].getParameterTypes();
      if (parameters.length == 1 && parameters[0] == Terminal.class) {
        constructors[0].setAccessible(true);
        return type.cast(constructors[0].newInstance(terminal));
      }
    }
    K made = others.create(type);
    if (made instanceof TerminalCommand command) {
      command.speakTo(terminal);
    }
    return made;
  }
}
