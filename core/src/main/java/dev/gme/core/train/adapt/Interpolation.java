package dev.gme.core.train.adapt;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.TwoCovariance;
import java.util.Optional;

/**
 * Between a model of the source and one of the few labelled vectors of the target (docs/math.md
 * 11.6).
 *
 * @param map whether the source is mapped to the target's covariance first, as in CORAL
 * @param rule how the two are joined
 * @param weight w, that of the source
 */
public record Interpolation(Map map, Rule rule, double weight) {
  /** The linear one with a quarter of the source. */
  public static final Interpolation DEFAULT = new Interpolation(Map.NONE, Rule.LINEAR, 0.25);

  /** What the source goes through first. */
  public enum Map {
    /** Nothing. */
    NONE,
    /** CORAL. */
    CORAL
  }

  /** How two covariances become one. */
  public enum Rule {
    /** w Σ_out + (1−w) Σ_in. */
    LINEAR,
    /** Σ_in + w [Σ_out − Σ_in]₊: nothing gets smaller than in the target. */
    REGULARIZED
  }

  public Interpolation {
    Dimensions.requireShare("the weight of the source", weight);
  }

  /**
   * The adapted model, with ν of the source.
   *
   * @param inDomain the model of the target's labelled vectors
   * @param total what {@link Map#CORAL} maps to; the total covariance of the model of the target
   *     where there are no more vectors than the labelled ones
   */
  public GmeExtractor adapt(
      GmeExtractor source, TwoCovariance inDomain, Optional<DoubleMatrix> total) {
    return ModelChange.extractor(adapt(source.model().twoCovariance(), inDomain, total), source);
  }

  /** The adapted covariances; the mean is the target's. */
  public TwoCovariance adapt(
      TwoCovariance source, TwoCovariance inDomain, Optional<DoubleMatrix> total) {
    Dimensions.require(source.mean().length, inDomain.mean().length);
    TwoCovariance out = source;
    if (map == Map.CORAL) {
      DoubleMatrix v = total.orElseGet(() -> inDomain.between().plus(inDomain.within()));
      Covariances.Map a =
          Covariances.coral(v, source.between().plus(source.within()), "the target");
      out = TwoCovariance.of(source.mean(), a.of(source.between()), a.of(source.within()));
    }
    return TwoCovariance.of(
        inDomain.mean(),
        joined(out.between(), inDomain.between()),
        joined(out.within(), inDomain.within()));
  }

  private DoubleMatrix joined(DoubleMatrix out, DoubleMatrix in) {
    return rule == Rule.LINEAR
        ? out.times(weight).plus(in.times(1 - weight))
        : in.plus(Covariances.positivePart(out, in).matrix().times(weight));
  }
}
