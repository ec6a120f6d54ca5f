package dev.gme.lab.model;

import dev.gme.core.train.adapt.CoralAdaptation;
import dev.gme.core.train.adapt.CoralPlusAdaptation;
import dev.gme.core.train.adapt.Interpolation;
import dev.gme.core.train.adapt.KaldiAdaptation;
import dev.gme.core.train.adapt.MapAdaptation;

/**
 * How a model is adapted; each method takes of it what it has use for.
 *
 * @param method the way
 * @param kaldi for {@code kaldi}
 * @param coralPlus for {@code coral+}; {@code coral} has its shrinkage
 * @param sourceWeight w of the source, for {@code linear}, {@code regularized} and {@code cip}
 * @param map for {@code map}
 */
public record AdaptationOptions(
    AdaptationMethod method,
    KaldiAdaptation kaldi,
    CoralPlusAdaptation coralPlus,
    double sourceWeight,
    MapAdaptation map) {
  /** The mean alone without trials, with what the methods do if they are chosen. */
  public static final AdaptationOptions DEFAULT =
      new AdaptationOptions(
          AdaptationMethod.AUTO,
          KaldiAdaptation.DEFAULT,
          CoralPlusAdaptation.DEFAULT,
          Interpolation.DEFAULT.weight(),
          MapAdaptation.DEFAULT);

  /**
   * A way with numbers of its own; null is what it has usually.
   *
   * @param meanDiff of Kaldi's way
   * @param within the noise's share, of Kaldi's way or of CORAL+
   * @param between the speakers' share, of Kaldi's way or of CORAL+
   * @param shrink of CORAL and CORAL+
   * @param weight of the source in an interpolation
   * @param relevance for how many recordings the source counts in MAP
   */
  public static AdaptationOptions of(
      AdaptationMethod method,
      Double meanDiff,
      Double within,
      Double between,
      Double shrink,
      Double weight,
      Double relevance) {
    KaldiAdaptation kaldi = DEFAULT.kaldi;
    CoralPlusAdaptation plus = DEFAULT.coralPlus;
    boolean isPlus = method == AdaptationMethod.CORAL_PLUS;
    double count = or(relevance, DEFAULT.map.relevanceF());
    return new AdaptationOptions(
        method,
        isPlus
            ? kaldi
            : new KaldiAdaptation(
                or(meanDiff, kaldi.meanDiffScale()),
                or(within, kaldi.withinScale()),
                or(between, kaldi.betweenScale())),
        new CoralPlusAdaptation(
            isPlus ? or(between, plus.betweenScale()) : plus.betweenScale(),
            isPlus ? or(within, plus.withinScale()) : plus.withinScale(),
            or(shrink, plus.shrink())),
        or(weight, DEFAULT.sourceWeight),
        new MapAdaptation(count, count, DEFAULT.map.iterations()));
  }

  private static double or(Double given, double usual) {
    return given == null ? usual : given;
  }

  public AdaptationOptions {
    // Refuses a weight that is none.
    interpolation(Interpolation.Map.NONE, Interpolation.Rule.LINEAR, sourceWeight);
  }

  /** The same in another way. */
  public AdaptationOptions with(AdaptationMethod other) {
    return new AdaptationOptions(other, kaldi, coralPlus, sourceWeight, map);
  }

  CoralAdaptation coral() {
    return new CoralAdaptation(coralPlus.shrink());
  }

  Interpolation interpolation() {
    return interpolation(
        method == AdaptationMethod.CIP || method == AdaptationMethod.CIP_REGULARIZED
            ? Interpolation.Map.CORAL
            : Interpolation.Map.NONE,
        method == AdaptationMethod.REGULARIZED || method == AdaptationMethod.CIP_REGULARIZED
            ? Interpolation.Rule.REGULARIZED
            : Interpolation.Rule.LINEAR,
        sourceWeight);
  }

  private static Interpolation interpolation(
      Interpolation.Map map, Interpolation.Rule rule, double weight) {
    return new Interpolation(map, rule, weight);
  }
}
