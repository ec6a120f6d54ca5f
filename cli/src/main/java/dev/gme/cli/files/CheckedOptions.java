package dev.gme.cli.files;

import dev.gme.core.GmeException;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

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

  /** Reads the value of an option. */
  public static <T> T converted(String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    } catch (GmeException e) {
      throw new TypeConversionException(e.getMessage() + "; " + e.help());
    }
  }

  /** Refuses a number of things that is not positive. */
  public static void requirePositive(int value, CommandSpec command, String option) {
    require(value >= 1, command, option + " must be at least 1, found " + value);
  }

  /** Refuses an option that makes no sense as given. */
  public static void require(boolean condition, CommandSpec command, String otherwise) {
    if (!condition) {
      throw new ParameterException(command.commandLine(), otherwise);
    }
  }
}
