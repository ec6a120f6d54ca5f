package dev.gme.core.train.plda;

import java.util.OptionalLong;

/**
 * How EM for Gaussian PLDA goes.
 *
 * @param stopping when it ends
 * @param minimumDivergence whether F is rescaled after each iteration, see {@link GaussianPldaEm}
 * @param twoCovariance whether the full-rank two-covariance form is trained, {@link
 *     TwoCovarianceEm}, of which the directions of most speaker variability are kept
 * @param randomStart the seed of a random start; from the data's scatter where there is none
 */
public record EmOptions(
    Stopping stopping, boolean minimumDivergence, boolean twoCovariance, OptionalLong randomStart) {
  public EmOptions {
    if (twoCovariance && randomStart.isPresent()) {
      throw new IllegalArgumentException(
          "the two-covariance form starts from the data, it takes no random start");
    }
  }

  /** At most 20 iterations from the scatter of the data, with minimum divergence. */
  public static EmOptions standard() {
    return new EmOptions(new Stopping(20, 1e-6), true, false, OptionalLong.empty());
  }

  public EmOptions withStopping(Stopping other) {
    return new EmOptions(other, minimumDivergence, twoCovariance, randomStart);
  }
}
