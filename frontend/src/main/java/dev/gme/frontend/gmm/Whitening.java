package dev.gme.frontend.gmm;

import dev.gme.core.Internal;
import dev.gme.core.linalg.Cholesky;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;

/**
 * What a covariance Σ = LL' has to be known by to whiten deviations from the mean.
 *
 * @param inverse L⁻¹: deviations times it are standard normal
 * @param logDeterminant log|Σ|
 */
@Internal
public record Whitening(DoubleMatrix inverse, double logDeterminant) {
  /**
   * Of all components of a model.
   *
   * @param p their dimension
   * @param model what it is called where a covariance has no factor
   * @param help what to do then
   */
  public static Whitening[] of(DoubleMatrix[] covariances, int p, String model, String help) {
    Whitening[] out = new Whitening[covariances.length];
    Workers.forEach(
        out.length,
        i -> {
          String what = "covariance " + (i + 1) + " of " + model;
          Cholesky l = Cholesky.of(covariances[i]).orThrow(what, help);
          DoubleMatrix inverse = l.solveLowerTriangle(DoubleMatrix.identity(p));
          out[i] = new Whitening(inverse, l.logDeterminant());
        });
    return out;
  }
}
