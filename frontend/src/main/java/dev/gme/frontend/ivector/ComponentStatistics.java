package dev.gme.frontend.ivector;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;

/**
 * What an E-step says of one component: all that {@link IvectorUpdate#component} needs for its part
 * of the next extractor. 1.7 MB at 60 x 600, so that components can be solved on many machines.
 *
 * @param component its number, from 0
 * @param count N_c
 * @param cross L_c⁻¹C_c, P x D
 * @param moment the lower triangle of A_c, row by row; copied
 */
@SuppressWarnings("ArrayRecordComponent") // copied, and never compared
public record ComponentStatistics(
    int component, double count, DoubleMatrix cross, double[] moment) {
  public ComponentStatistics {
    if (moment.length != Packed.length(cross.cols())) {
      throw new IllegalArgumentException(
          "a triangle of " + moment.length + " for " + cross.cols() + " dimensions");
    }
    moment = moment.clone();
  }

  @Override
  public double[] moment() {
    return moment.clone();
  }

  /** Those of this and of later recordings: leaves are to be added in order. */
  public ComponentStatistics plus(ComponentStatistics other) {
    if (other.component != component) {
      throw new IllegalArgumentException(
          "component " + other.component + " cannot be added to " + component);
    }
    double[] sum = moment.clone();
    Blas.axpy(sum.length, 1, other.moment, 0, sum, 0);
    return new ComponentStatistics(component, count + other.count, cross.plus(other.cross), sum);
  }
}
