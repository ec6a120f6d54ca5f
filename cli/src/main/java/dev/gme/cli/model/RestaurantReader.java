package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.core.partition.ChineseRestaurant;
import picocli.CommandLine.ITypeConverter;

/** Reads a Chinese restaurant prior as {@code ALPHA} or {@code ALPHA:BETA}; β is 0 if missing. */
final class RestaurantReader implements ITypeConverter<ChineseRestaurant> {
  @Override
  public ChineseRestaurant convert(String text) {
    return CheckedOptions.converted(text, ChineseRestaurant::parse);
  }
}
