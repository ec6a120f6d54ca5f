package dev.gme.cli.files;

import picocli.CommandLine.Option;

/** How far covariances are adapted, on this computer or on a cluster; a mixin. */
public final class CovarianceFlags {
  @Option(
      names = "--mean-diff-scale",
      paramLabel = "X",
      description = "kaldi: factor with which the shift of the mean counts as variance; usually 1.")
  Double meanDiffScale;

  @Option(
      names = "--within-covar-scale",
      paramLabel = "X",
      description =
          "kaldi: share of the excess variance that becomes noise, usually 0.3; coral+: how far the"
              + " noise goes, usually 0.8.")
  Double withinScale;

  @Option(
      names = "--between-covar-scale",
      paramLabel = "X",
      description =
          "kaldi: share of the excess variance that becomes variance between speakers, usually 0.7;"
              + " coral+: how far that goes, usually 0.8.")
  Double betweenScale;

  @Option(
      names = "--shrink",
      paramLabel = "X",
      description =
          "coral, coral+: share of the model's own covariance in the target's; usually 0.5.")
  Double shrink;

  public Double meanDiffScale() {
    return meanDiffScale;
  }

  public Double withinScale() {
    return withinScale;
  }

  public Double betweenScale() {
    return betweenScale;
  }

  public Double shrink() {
    return shrink;
  }
}
