package dev.gme.cli.evaluate;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.lab.calibrate.Quality;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The side information that a calibration uses; a mixin. */
final class QualityOption {
  @Option(
      names = "--quality",
      paramLabel = "SOURCE",
      converter = Reader.class,
      description =
          "Side information, a number for each id, summed over both sides: "
              + Quality.SYNTAX
              + "; for example log:utt2dur. May be given several times.")
  List<Quality> qualities = List.of();

  /** Reads where one quality comes from. */
  static final class Reader implements ITypeConverter<Quality> {
    @Override
    public Quality convert(String text) {
      return CheckedOptions.converted(text, Quality::parse);
    }
  }
}
