package dev.gme.core.train.adapt;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.TwoCovariance;

/**
 * CORAL (docs/math.md 11.4): the source is mapped by A = V^½C^-½, so that its total covariance
 * becomes that of the target. The basis of the speaker variable stays, so that meta-embeddings of
 * both domains can be pooled and scored against each other.
 *
 * @param shrink ϱ, the share of the model's own covariance in the target's: with 0, the vectors
 *     must be many times their dimension
 */
public record CoralAdaptation(double shrink) implements UnlabelledAdaptation {
  /** Half of the model's own covariance: it was better than none on real vectors. */
  public static final CoralAdaptation DEFAULT = new CoralAdaptation(0.5);

  public CoralAdaptation {
    Dimensions.requireShare("the shrinkage", shrink);
  }

  @Override
  public GmeExtractor adapt(GmeExtractor source, TargetDomain target) {
    DoubleMatrix inverse = map(source.model().twoCovariance(), target).inverse();
    DoubleMatrix h = source.h();
    return GmeExtractor.of(
        target.mean(),
        source.p().times(inverse),
        h.rows() == 0 ? h : h.times(inverse),
        source.lambda(),
        source.nu());
  }

  /** The adapted covariances. */
  public TwoCovariance adapt(TwoCovariance model, TargetDomain target) {
    Covariances.Map map = map(model, target);
    return TwoCovariance.of(target.mean(), map.of(model.between()), map.of(model.within()));
  }

  private Covariances.Map map(TwoCovariance model, TargetDomain target) {
    DoubleMatrix expected = model.between().plus(model.within());
    return Covariances.coral(
        target.shrunk(expected, shrink), expected, target.vectors() + " target vectors");
  }
}
