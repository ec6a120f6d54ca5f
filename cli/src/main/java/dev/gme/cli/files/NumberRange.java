package dev.gme.cli.files;

import dev.gme.lab.evaluate.Measure;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Two numbers as {@code 3:8}, or one that is both.
 *
 * @param first the one before the colon
 * @param last the one after it
 */
public record NumberRange(double first, double last) {
  /** The lower limit as a whole number; refused where it is none. */
  public int firstInt() {
    return whole(first);
  }

  public int lastInt() {
    return whole(last);
  }

  private static int whole(double x) {
    if (x != Math.rint(x) || Math.abs(x) > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(x + " is not a whole number");
    }
    return (int) x;
  }

  /** Reads it from an option. */
  public static final class Reader implements ITypeConverter<NumberRange> {
    @Override
    public NumberRange convert(String text) {
      String[] parts = text.split(":", -1);
      try {
        double first = Double.parseDouble(parts[0]);
        if (parts.length <= 2) {
          return new NumberRange(first, parts.length == 1 ? first : Double.parseDouble(parts[1]));
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
      throw new TypeConversionException("'" + text + "' is neither a number nor two as 3:8");
    }
  }

  @Override
  public String toString() {
    return first == last ? Measure.plain(first) : Measure.plain(first) + ":" + Measure.plain(last);
  }
}
