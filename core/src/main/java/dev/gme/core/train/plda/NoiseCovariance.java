package dev.gme.core.train.plda;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.train.data.DataRules;
import dev.gme.core.train.data.NoiseEstimate;
import dev.gme.core.train.data.SpeakerScatter;
import java.util.List;
import java.util.function.Supplier;

/**
 * The guard of estimated noise covariances: rounding can turn a singular one into a matrix that
 * passes for positive definite, and EM would then follow a likelihood without bound.
 */
final class NoiseCovariance {
  private static final String HELP =
      "give more recordings per speaker, or reduce the dimension of the vectors first";

  private NoiseCovariance() {}

  /** The factor; refused where a dimension varies with those before it and not at all by itself. */
  static Cholesky factor(String name, DoubleMatrix covariance) {
    Cholesky factor = Cholesky.of(covariance).orThrow(name, HELP);
    int least = leastOwn(factor, covariance);
    if (!(ownShare(factor, covariance, least) > NoiseEstimate.ZERO)) {
      throw new GmeException(
          name
              + " must be positive definite, but dimension "
              + least
              + " (from 0) keeps a share of "
              + ownShare(factor, covariance, least)
              + " of its variance when those before it are known",
          HELP);
    }
    return factor;
  }

  /**
   * The factorization, after the rule of {@link NoiseEstimate} where the covariance is nearly
   * singular; what is added is noted.
   *
   * @param ofData the scatter of the data, which is asked for only then; null where nothing may be
   *     added
   */
  static Cholesky factor(
      String name, DoubleMatrix covariance, Supplier<SpeakerScatter> ofData, List<String> notes) {
    Cholesky factor = Cholesky.of(covariance);
    if (factor.isPositiveDefinite()
        && ownShare(factor, covariance, leastOwn(factor, covariance)) > NoiseEstimate.RIDGE) {
      return factor;
    }
    if (ofData == null) {
      return factor(name, covariance);
    }
    SpeakerScatter scatter = ofData.get();
    DataRules.enforce(DataRules.constantColumns(scatter));
    NoiseEstimate noise = NoiseEstimate.of(scatter).orThrow();
    noise.note().filter(note -> !notes.contains(note)).ifPresent(notes::add);
    return factor(name, noise.regularized(covariance));
  }

  private static int leastOwn(Cholesky factor, DoubleMatrix covariance) {
    int least = 0;
    for (int i = 1; i < covariance.rows(); i++) {
      if (ownShare(factor, covariance, i) < ownShare(factor, covariance, least)) {
        least = i;
      }
    }
    return least;
  }

  /** The share of its variance that dimension i keeps when those before it are known. */
  private static double ownShare(Cholesky factor, DoubleMatrix covariance, int i) {
    double pivot = factor.factor().get(i, i);
    return pivot * pivot / covariance.get(i, i);
  }
}
