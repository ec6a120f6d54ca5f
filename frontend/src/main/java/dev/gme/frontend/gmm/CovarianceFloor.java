package dev.gme.frontend.gmm;

import dev.gme.core.Internal;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.SymmetricEigen;
import java.util.Arrays;

/**
 * Keeps estimated covariances positive definite: eigenvalues are at least v_min, and at least the
 * largest over κ.
 *
 * @param variance v_min
 * @param maxCondition κ
 */
@Internal
public record CovarianceFloor(double variance, double maxCondition) {
  /** The floor under numbers of which this is the largest. */
  public double under(double largest) {
    return Math.max(variance, largest / maxCondition);
  }

  /** The covariance itself where no eigenvalue is below the floor. */
  public DoubleMatrix apply(DoubleMatrix covariance) {
    SymmetricEigen e = SymmetricEigen.of(covariance);
    double[] values = e.values();
    double floor = under(values[0]);
    if (values[values.length - 1] >= floor) {
      return covariance;
    }
    double[] roots = Arrays.stream(values).map(v -> Math.sqrt(Math.max(v, floor))).toArray();
    return e.vectorsAsRows().scaleRows(roots).gram();
  }
}
