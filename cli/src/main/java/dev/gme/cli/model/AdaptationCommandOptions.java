package dev.gme.cli.model;

import dev.gme.lab.model.AdaptationMethod;
import dev.gme.lab.model.AdaptationOptions;
import picocli.CommandLine.Option;

/** How a model is adapted; a mixin. What is not given is as {@link AdaptationOptions} has it. */
final class AdaptationCommandOptions {
  @Option(
      names = "--method",
      paramLabel = "WAY",
      description =
          "How: auto, mean, kaldi, coral, coral+, noise, tail, domains, linear, regularized, cip,"
              + " cip-regularized, map or scales.")
  String method = AdaptationMethod.AUTO.toString();

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

  @Option(
      names = "--source-weight",
      paramLabel = "X",
      description = "linear, regularized, cip: weight of the model as it was; usually 0.25.")
  Double sourceWeight;

  @Option(
      names = "--relevance",
      paramLabel = "N",
      description =
          "map: for how many recordings of the target the model as it was counts; usually 100.")
  Double relevance;

  AdaptationOptions options() {
    return AdaptationOptions.of(
        AdaptationMethod.parse(method),
        meanDiffScale,
        withinScale,
        betweenScale,
        shrink,
        sourceWeight,
        relevance);
  }
}
