package dev.gme.core.train.adapt;

import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.TwoCovariance;

/**
 * What moved between a model and its adaptation.
 *
 * @param meanShift the distance of the means
 * @param meanShiftInDeviations the same in standard deviations of the model before, root mean
 *     square over the dimensions
 * @param before the model as it was
 * @param after the adapted one
 */
public record ModelChange(
    double meanShift, double meanShiftInDeviations, Figures before, Figures after) {
  /**
   * Figures of a model.
   *
   * @param between the sum of the speakers' variances over all dimensions
   * @param within that of the noise; its scale, where tails are heavy
   * @param largestLambda how much one recording tells of the speaker in the best direction
   * @param meanLambda the same on the average over the speaker dimension
   * @param speakerDimension d
   * @param nu ν
   */
  public record Figures(
      double between,
      double within,
      double largestLambda,
      double meanLambda,
      int speakerDimension,
      double nu) {
    static Figures of(GmeExtractor extractor, TwoCovariance model) {
      double sum = 0;
      double most = 0;
      double[] lambda = extractor.lambda();
      for (double l : lambda) {
        sum += l;
        most = Math.max(most, l);
      }
      return new Figures(
          model.between().trace(),
          model.within().trace(),
          most,
          sum / lambda.length,
          lambda.length,
          extractor.nu());
    }
  }

  /** The change from one model to another of the same vectors. */
  public static ModelChange between(GmeExtractor before, GmeExtractor after) {
    TwoCovariance old = before.model().twoCovariance();
    double[] shift = TargetDomain.minus(after.mean(), before.mean());
    double[] solved =
        Cholesky.of(old.between().plus(old.within()))
            .orThrow("the total covariance of the model", "adapt a model of full rank")
            .solveLower(shift);
    return new ModelChange(
        Math.sqrt(TargetDomain.square(shift)),
        Math.sqrt(TargetDomain.square(solved) / shift.length),
        Figures.of(before, old),
        Figures.of(after, after.model().twoCovariance()));
  }

  /** κ, by how much the noise has become more precise: below 1 it is stronger than before. */
  public double kappa() {
    return before.within / after.within;
  }

  /** The same extractor about another mean. */
  static GmeExtractor moved(GmeExtractor source, double[] mean) {
    return GmeExtractor.of(mean, source.p(), source.h(), source.lambda(), source.nu());
  }

  /**
   * The extractor of adapted covariances. Tails are read in the directions without speakers, so
   * that a heavy-tailed model keeps its speaker dimension; a Gaussian one takes all that there is.
   */
  static GmeExtractor extractor(TwoCovariance adapted, GmeExtractor source) {
    return source.nu() < Double.POSITIVE_INFINITY
        ? adapted.extractor(source.speakerDimension(), source.nu())
        : adapted.extractor();
  }

  /** The extractor with noise of κ times the precision, and other degrees of freedom. */
  static GmeExtractor scaled(GmeExtractor source, double kappa, double nu) {
    double root = Math.sqrt(kappa);
    double[] lambda = source.lambda();
    for (int k = 0; k < lambda.length; k++) {
      lambda[k] *= kappa;
    }
    DoubleMatrix h = source.h();
    return GmeExtractor.of(
        source.mean(), source.p().times(kappa), h.rows() == 0 ? h : h.times(root), lambda, nu);
  }
}
