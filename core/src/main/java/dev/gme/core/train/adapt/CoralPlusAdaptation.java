package dev.gme.core.train.adapt;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.TwoCovariance;

/**
 * CORAL+ (docs/math.md 11.5): each covariance grows towards its image under {@link
 * CoralAdaptation}, none shrinks.
 *
 * @param betweenScale g, how far the covariance between speakers goes
 * @param withinScale w, how far the one within speakers goes
 * @param shrink ϱ as in CORAL
 */
public record CoralPlusAdaptation(double betweenScale, double withinScale, double shrink)
    implements UnlabelledAdaptation {
  /** The scales of the method's authors, and half of the model's own covariance as in CORAL. */
  public static final CoralPlusAdaptation DEFAULT = new CoralPlusAdaptation(0.8, 0.8, 0.5);

  public CoralPlusAdaptation {
    Dimensions.requireShare("the between-covariance scale", betweenScale);
    Dimensions.requireShare("the within-covariance scale", withinScale);
    Dimensions.requireShare("the shrinkage", shrink);
  }

  @Override
  public GmeExtractor adapt(GmeExtractor source, TargetDomain target) {
    return ModelChange.extractor(adapt(source.model().twoCovariance(), target), source);
  }

  /** The adapted covariances. */
  public TwoCovariance adapt(TwoCovariance model, TargetDomain target) {
    TwoCovariance image = new CoralAdaptation(shrink).adapt(model, target);
    return TwoCovariance.of(
        target.mean(),
        grown(model.between(), image.between(), betweenScale),
        grown(model.within(), image.within(), withinScale));
  }

  private static DoubleMatrix grown(DoubleMatrix from, DoubleMatrix image, double scale) {
    return from.plus(Covariances.positivePart(image, from).matrix().times(scale));
  }
}
