package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;

/**
 * A vector with the covariance of its error, positive semidefinite of any rank (docs/math.md 3.13).
 *
 * <pre>{@code
 * UncertainVector r = UncertainVector.diagonal(vector, variances);
 * GeneralGme e = UncertainExtractor.of(pipeline).extract(r);
 * }</pre>
 *
 * @param vector r̂; not copied
 * @param covariance U, of the error alone: a posterior's prior has to be taken out first
 */
@SuppressWarnings("ArrayRecordComponent") // a block of many, which nobody compares
public record UncertainVector(double[] vector, DoubleMatrix covariance) {
  /** What rounding may leave of an eigenvalue 0, as a share of the largest element. */
  private static final double ROUNDING = 1e-6;

  public UncertainVector {
    Require.shape("the covariance of a vector", covariance, vector.length, vector.length);
  }

  /**
   * A vector whose elements are uncertain independently of each other.
   *
   * @param name what the caller calls it
   */
  public static UncertainVector diagonal(double[] vector, double[] variances, String name) {
    Require.length("the variances of vector " + name, variances, vector.length);
    for (int i = 0; i < variances.length; i++) {
      if (!(variances[i] >= 0 && variances[i] < Double.POSITIVE_INFINITY)) {
        throw new GmeException(
            "variance "
                + i
                + " (from 0) of vector "
                + name
                + " must be at least 0 and finite, found "
                + variances[i],
            "give variances, not precisions or logarithms; 0 where an element is certain");
      }
    }
    return new UncertainVector(vector, DoubleMatrix.diagonal(variances));
  }

  /**
   * A vector with any covariance; refused unless that is symmetric and positive semidefinite.
   *
   * @param name what the caller calls it
   */
  public static UncertainVector of(double[] vector, DoubleMatrix covariance, String name) {
    Require.shape("the covariance of vector " + name, covariance, vector.length, vector.length);
    double most = covariance.maxAbs();
    if (!covariance.isFinite()
        || covariance.minus(covariance.transpose()).maxAbs() > ROUNDING * most) {
      throw new GmeException(
          "the covariance of vector " + name + " is not symmetric or not finite",
          "give the covariance of the vector's error, row by row");
    }
    DoubleMatrix symmetric = covariance.symmetrized();
    DoubleMatrix shifted =
        symmetric.plus(DoubleMatrix.identity(vector.length).times(ROUNDING * most));
    if (most > 0 && !Cholesky.of(shifted).isPositiveDefinite()) {
      double[] eigenvalues = SymmetricEigen.of(symmetric).values();
      throw new GmeException(
          "the covariance of vector "
              + name
              + " is not positive semidefinite: its smallest eigenvalue is "
              + eigenvalues[eigenvalues.length - 1]
              + ", the largest "
              + eigenvalues[0],
          "give the covariance of the vector's error; if it was rounded, set its negative"
              + " eigenvalues to 0");
    }
    return new UncertainVector(vector, symmetric);
  }

  /** How length normalization carries uncertainty. */
  public enum LengthRule {
    /** The length is taken as known: U is scaled like the vector. */
    SCALE,
    /** First order: there is no uncertainty along the vector. */
    DELTA
  }

  /** After a step of preprocessing. */
  UncertainVector after(PreprocessingStep step, LengthRule rule) {
    double[] y = step.apply(DoubleMatrix.wrap(1, vector.length, vector)).row(0);
    if (step instanceof PreprocessingStep.Linear linear) {
      DoubleMatrix a = linear.matrix();
      return new UncertainVector(y, a.times(covariance).timesTranspose(a).symmetrized());
    }
    if (!(step instanceof PreprocessingStep.Length)) {
      return new UncertainVector(y, covariance);
    }
    double length = 0;
    for (double v : vector) {
      length += v * v;
    }
    double c = Math.sqrt(vector.length / length);
    if (rule == LengthRule.SCALE) {
      return new UncertainVector(y, covariance.times(c * c));
    }
    double[] g = DoubleMatrix.identity(vector.length).times(c).array();
    for (int i = 0; i < vector.length; i++) {
      for (int j = 0; j < vector.length; j++) {
        g[i * vector.length + j] -= c * vector[i] * vector[j] / length;
      }
    }
    DoubleMatrix gain = DoubleMatrix.wrap(vector.length, vector.length, g);
    return new UncertainVector(y, gain.times(covariance).timesTranspose(gain).symmetrized());
  }
}
