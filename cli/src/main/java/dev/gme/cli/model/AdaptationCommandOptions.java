package dev.gme.cli.model;

import dev.gme.core.train.adapt.CoralPlusAdaptation;
import dev.gme.core.train.adapt.KaldiAdaptation;
import dev.gme.core.train.adapt.MapAdaptation;
import dev.gme.lab.model.AdaptationMethod;
import dev.gme.lab.model.AdaptationOptions;
import picocli.CommandLine.Option;

/** How a model is adapted; a mixin. */
final class AdaptationCommandOptions {
  private static final AdaptationOptions USUAL = AdaptationOptions.DEFAULT;

  @Option(
      names = "--method",
      paramLabel = "WAY",
      description =
          "How: auto, mean, kaldi, coral, coral+, noise, tail, domains, linear, regularized, cip,"
              + " cip-regularized, map or scales.")
  String method = USUAL.method().toString();

  @Option(
      names = "--mean-diff-scale",
      paramLabel = "X",
      description = "kaldi: factor with which the shift of the mean counts as variance.")
  double meanDiffScale = USUAL.kaldi().meanDiffScale();

  @Option(
      names = "--within-covar-scale",
      paramLabel = "X",
      description =
          "kaldi: share of the excess variance that becomes noise, 0.3; coral+: how far the noise"
              + " goes, 0.8.")
  Double withinScale;

  @Option(
      names = "--between-covar-scale",
      paramLabel = "X",
      description =
          "kaldi: share of the excess variance that becomes variance between speakers, 0.7; coral+:"
              + " how far that goes, 0.8.")
  Double betweenScale;

  @Option(
      names = "--shrink",
      paramLabel = "X",
      description = "coral, coral+: share of the model's own covariance in the target's.")
  double shrink = USUAL.coralPlus().shrink();

  @Option(
      names = "--source-weight",
      paramLabel = "X",
      description = "linear, regularized, cip: weight of the model as it was.")
  double sourceWeight = USUAL.sourceWeight();

  @Option(
      names = "--relevance",
      paramLabel = "N",
      description = "map: for how many recordings of the target the model as it was counts.")
  double relevance = USUAL.map().relevanceF();

  AdaptationOptions options() {
    AdaptationMethod way = AdaptationMethod.parse(method);
    boolean coral = way == AdaptationMethod.CORAL_PLUS;
    KaldiAdaptation kaldi = USUAL.kaldi();
    CoralPlusAdaptation plus = USUAL.coralPlus();
    return new AdaptationOptions(
        way,
        coral
            ? kaldi
            : new KaldiAdaptation(
                meanDiffScale,
                or(withinScale, kaldi.withinScale()),
                or(betweenScale, kaldi.betweenScale())),
        new CoralPlusAdaptation(
            coral ? or(betweenScale, plus.betweenScale()) : plus.betweenScale(),
            coral ? or(withinScale, plus.withinScale()) : plus.withinScale(),
            shrink),
        sourceWeight,
        new MapAdaptation(relevance, relevance, USUAL.map().iterations()));
  }

  private static double or(Double given, double otherwise) {
    return given == null ? otherwise : given;
  }
}
