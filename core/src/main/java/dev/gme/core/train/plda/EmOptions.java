package dev.gme.core.train.plda;

import dev.gme.core.train.data.Shrinkage;
import java.util.OptionalLong;

/**
 * How EM for Gaussian PLDA goes.
 *
 * <pre>{@code
 * EmOptions options = EmOptions.DEFAULT.withStopping(Stopping.after(10)).withRandomStart(7);
 * }</pre>
 *
 * @param stopping when it ends
 * @param minimumDivergence whether F is rescaled after each iteration, see {@link GaussianPldaEm}
 * @param twoCovariance whether the full-rank two-covariance form is trained, {@link
 *     TwoCovarianceEm}, of which the directions of most speaker variability are kept
 * @param randomStart the seed of a random start; from the data's scatter where there is none
 * @param shrinkage how far the noise covariance is shrunk
 */
public record EmOptions(
    Stopping stopping,
    boolean minimumDivergence,
    boolean twoCovariance,
    OptionalLong randomStart,
    Shrinkage shrinkage) {
  /** {@link Stopping#DEFAULT}, from the scatter of the data, with minimum divergence. */
  public static final EmOptions DEFAULT =
      new EmOptions(Stopping.DEFAULT, true, false, OptionalLong.empty(), Shrinkage.NONE);

  public EmOptions {
    if (twoCovariance && randomStart.isPresent()) {
      throw new IllegalArgumentException(
          "the two-covariance form starts from the data, it takes no random start");
    }
  }

  public EmOptions withStopping(Stopping other) {
    return new EmOptions(other, minimumDivergence, twoCovariance, randomStart, shrinkage);
  }

  public EmOptions withMinimumDivergence(boolean isUsed) {
    return new EmOptions(stopping, isUsed, twoCovariance, randomStart, shrinkage);
  }

  public EmOptions withTwoCovariance(boolean isTrained) {
    return new EmOptions(stopping, minimumDivergence, isTrained, randomStart, shrinkage);
  }

  public EmOptions withRandomStart(long seed) {
    return new EmOptions(
        stopping, minimumDivergence, twoCovariance, OptionalLong.of(seed), shrinkage);
  }

  public EmOptions withShrinkage(Shrinkage other) {
    return new EmOptions(stopping, minimumDivergence, twoCovariance, randomStart, other);
  }
}
