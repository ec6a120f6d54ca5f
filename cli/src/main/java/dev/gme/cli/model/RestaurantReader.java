package dev.gme.cli.model;

import dev.gme.core.partition.ChineseRestaurant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a Chinese restaurant prior as {@code ALPHA} or {@code ALPHA:BETA}; β is 0 if missing. */
final class RestaurantReader implements ITypeConverter<ChineseRestaurant> {
  @Override
  public ChineseRestaurant convert(String text) {
    String[] parts = text.split(":", -1);
    try {
      double concentration = Double.parseDouble(parts[0]);
      if (parts.length <= 2) {
        return new ChineseRestaurant(
            concentration, parts.length == 1 ? 0 : Double.parseDouble(parts[1]));
      }
    } catch (NumberFormatException e) {
      // Said below. It is an IllegalArgumentException too, so it is caught first.
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
    throw new TypeConversionException(
        "expected concentration and discount, such as 1:0.5, found '" + text + "'");
  }
}
