package dev.gme.cli.model;

import dev.gme.core.train.discriminative.BxeOptions;
import picocli.CommandLine.Option;

/** The prior that cross-entropy is measured at; a mixin. */
final class TargetPrior {
  @Option(
      names = "--prior",
      paramLabel = "P",
      description = "Prior of a target trial that cross-entropy is weighted for.")
  double value = BxeOptions.DEFAULT_PRIOR;
}
