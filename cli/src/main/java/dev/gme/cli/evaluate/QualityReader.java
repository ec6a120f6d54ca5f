package dev.gme.cli.evaluate;

import dev.gme.core.GmeException;
import dev.gme.lab.calibrate.Quality;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the value of {@code --quality}. */
final class QualityReader implements ITypeConverter<Quality> {
  @Override
  public Quality convert(String text) {
    try {
      return Quality.parse(text);
    } catch (GmeException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
