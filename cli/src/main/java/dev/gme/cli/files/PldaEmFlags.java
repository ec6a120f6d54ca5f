package dev.gme.cli.files;

import dev.gme.core.train.plda.EmOptions;
import dev.gme.core.train.plda.Stopping;
import picocli.CommandLine.Option;

/** How EM of PLDA goes, on this computer or on a cluster; a mixin. */
public final class PldaEmFlags {
  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Maximum number of EM iterations.")
  int iterations = EmOptions.DEFAULT.stopping().maxIterations();

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      description = "Relative gain of the log-likelihood below which EM ends.")
  double tolerance = EmOptions.DEFAULT.stopping().tolerance();

  @Option(
      names = "--no-minimum-divergence",
      description = "Leave out the minimum-divergence step of EM.")
  boolean noMinimumDivergence;

  @Option(
      names = "--two-covariance",
      description = "Train the full-rank two-covariance model, as Kaldi does.")
  boolean twoCovariance;

  /** The same as options of the library. */
  public EmOptions options() {
    return EmOptions.DEFAULT
        .withStopping(new Stopping(iterations, tolerance))
        .withMinimumDivergence(!noMinimumDivergence)
        .withTwoCovariance(twoCovariance);
  }
}
