package dev.gme.cli.evaluate;

import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The calibration that a command takes, its first argument; a mixin. */
final class CalibrationArgument {
  @Parameters(
      index = "0",
      paramLabel = "CALIBRATION",
      description = "A calibration that 'gme calibrate train' wrote.")
  Path file;
}
