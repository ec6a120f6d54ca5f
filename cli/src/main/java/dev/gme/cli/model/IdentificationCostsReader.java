package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.core.identify.IdentificationCosts;
import picocli.CommandLine.ITypeConverter;

/** Reads three costs as {@code WRONG:REFUSED:STRANGER}. */
final class IdentificationCostsReader implements ITypeConverter<IdentificationCosts> {
  @Override
  public IdentificationCosts convert(String text) {
    return CheckedOptions.converted(text, IdentificationCosts::parse);
  }
}
