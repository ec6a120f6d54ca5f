package dev.gme.cli.model;

import dev.gme.cli.files.CovarianceFlags;
import dev.gme.lab.model.AdaptationMethod;
import dev.gme.lab.model.AdaptationOptions;
import picocli.CommandLine.Mixin;
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

  @Mixin CovarianceFlags covariances;

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
        covariances.meanDiffScale(),
        covariances.withinScale(),
        covariances.betweenScale(),
        covariances.shrink(),
        sourceWeight,
        relevance);
  }
}
