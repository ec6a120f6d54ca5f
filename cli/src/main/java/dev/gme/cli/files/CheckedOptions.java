package dev.gme.cli.files;

import dev.gme.core.GmeException;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Options become records of the library, which check themselves. What they refuse is wrong use of
 * the command.
 *
 * <pre>{@code
 * Stopping stopping = CheckedOptions.of(spec, () -> new Stopping(iterations, tolerance));
 * }</pre>
 */
public final class CheckedOptions {
  private CheckedOptions() {}

  public static <T> T of(CommandSpec command, Supplier<T> options) {
    try {
      return options.get();
    } catch (IllegalArgumentException | GmeException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }

  /** Refuses an option that makes no sense as given. */
  public static void require(boolean condition, CommandSpec command, String otherwise) {
    if (!condition) {
      throw new ParameterException(command.commandLine(), otherwise);
    }
  }
}
