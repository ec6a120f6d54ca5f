package dev.gme.cli;

import java.math.BigInteger;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads numbers; picocli's own reader speaks of Java's types when it refuses one. */
final class NumberReader {
  static final ITypeConverter<Integer> INT = reader(BigInteger::intValueExact);
  static final ITypeConverter<Long> LONG = reader(BigInteger::longValueExact);
  static final ITypeConverter<Double> DOUBLE = NumberReader::number;

  private NumberReader() {}

  private static <T> ITypeConverter<T> reader(Function<BigInteger, T> exact) {
    return text -> {
      try {
        return exact.apply(new BigInteger(text));
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + text + "' is not a whole number");
      } catch (ArithmeticException e) {
        throw new TypeConversionException("'" + text + "' is too large a number");
      }
    };
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a number");
    }
  }
}
