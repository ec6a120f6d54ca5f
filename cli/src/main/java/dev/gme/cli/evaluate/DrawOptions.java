package dev.gme.cli.evaluate;

import dev.gme.cli.files.SeedOption;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.OperatingPoint;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How bootstrap intervals over speakers are made; a mixin. */
final class DrawOptions {
  /** More would only take time: the ends of an interval are known to a hundredth of its length. */
  private static final int MOST = 1_000_000;

  @Option(
      names = "--replicates",
      paramLabel = "N",
      description = "Number of bootstrap replicates, each a new draw (see --seed).")
  int replicates = BootstrapOptions.DEFAULT.replicates();

  @Option(
      names = "--confidence",
      paramLabel = "C",
      description = "Confidence level of the intervals.")
  double confidence = BootstrapOptions.DEFAULT.confidence();

  @Mixin SeedOption seed = new SeedOption(BootstrapOptions.DEFAULT.seed());

  BootstrapOptions options(CommandLine command, List<OperatingPoint> points) {
    if (replicates < 1 || replicates > MOST) {
      throw new ParameterException(
          command, "--replicates must be from 1 to " + MOST + ", found " + replicates);
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new ParameterException(
          command, "--confidence must lie between 0 and 1, found " + confidence);
    }
    return new BootstrapOptions(points, replicates, confidence, seed.value());
  }
}
