package dev.gme.core.train.adapt;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.TwoCovariance;

/**
 * Kaldi's way, that of its {@code ivector-adapt-plda} (docs/math.md 4.5, 11.3): the mean becomes
 * that of the vectors, and what they vary more than the model expects is divided between speakers
 * and noise. Right where the target adds variability.
 *
 * @param meanDiffScale γ: how much the distance of the means counts as variance
 * @param withinScale β: the part of the excess variance that becomes noise
 * @param betweenScale α: the part that becomes speaker variability
 */
public record KaldiAdaptation(double meanDiffScale, double withinScale, double betweenScale)
    implements UnlabelledAdaptation {
  /** The defaults of Kaldi's {@code ivector-adapt-plda}. */
  public static final KaldiAdaptation DEFAULT = new KaldiAdaptation(1, 0.3, 0.7);

  public KaldiAdaptation {
    Dimensions.requireNotNegative("the scale of the mean's difference", meanDiffScale);
    Dimensions.requireNotNegative("the within-covariance scale", withinScale);
    Dimensions.requireNotNegative("the between-covariance scale", betweenScale);
  }

  @Override
  public GmeExtractor adapt(GmeExtractor source, TargetDomain target) {
    TwoCovariance model = source.model().twoCovariance();
    return ModelChange.extractor(adapt(model, target), source);
  }

  /** The adapted covariances. */
  public TwoCovariance adapt(TwoCovariance model, TargetDomain target) {
    double[] shift = TargetDomain.minus(target.mean(), model.mean());
    DoubleMatrix column = DoubleMatrix.wrap(shift.length, 1, shift);
    DoubleMatrix variance = target.covariance().plus(column.outerGram().times(meanDiffScale));
    DoubleMatrix total = model.between().plus(model.within());
    Cholesky factor =
        Cholesky.of(total)
            .orThrow(
                "the total covariance of the model", "adapt a model whose noise has full rank");
    DoubleMatrix excess = Covariances.fullRank(variance, total, factor).matrix();
    return TwoCovariance.of(
        target.mean(),
        model.between().plus(excess.times(betweenScale)),
        model.within().plus(excess.times(withinScale)));
  }
}
