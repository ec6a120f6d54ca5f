package dev.gme.lab.system;

import dev.gme.core.GmeException;
import dev.gme.core.Trained;
import java.util.List;

/**
 * Other degrees of freedom for the model so far, the paper's shortcut to heavy tails: {@code nu 2}.
 *
 * @param nu ν, infinite for a Gaussian model
 */
public record PluggedNu(double nu) implements Step {
  public PluggedNu {
    if (!(nu > 0)) {
      throw new GmeException("nu must be positive, found " + nu, "2 is usual, or infinity");
    }
  }

  @Override
  public Place place() {
    return Place.REFINEMENT;
  }

  @Override
  public String text() {
    return "nu " + label(nu);
  }

  /** The number as people write it: 2, not 2.0. */
  static String label(double nu) {
    return Double.isInfinite(nu)
        ? "infinity"
        : nu == Math.rint(nu) ? Long.toString((long) nu) : Double.toString(nu);
  }

  @Override
  public Trained<SystemModel> train(SystemModel soFar, StepInputs inputs) {
    return new Trained<>(
        soFar.withExtractor(soFar.requireExtractor().withNu(nu)), List.of(), List.of());
  }

  @Override
  public boolean takesTime() {
    return false;
  }
}
