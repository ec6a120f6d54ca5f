package dev.gme.lab.identify;

import dev.gme.core.identify.IdentificationCosts;
import dev.gme.core.identify.IdentificationPrior;

/**
 * How enrolled speakers are searched for.
 *
 * @param unknownPrior how probable it is beforehand that a test is of nobody who is enrolled
 * @param top how many candidates to list
 * @param costs of wrong answers
 */
public record SearchOptions(double unknownPrior, int top, IdentificationCosts costs) {
  /** Candidates that are listed unless another number is asked for. */
  public static final int DEFAULT_TOP = 5;

  public SearchOptions {
    if (!(unknownPrior > 0 && unknownPrior < 1)) {
      throw new IllegalArgumentException(
          "the prior probability of nobody must lie between 0 and 1, found " + unknownPrior);
    }
    if (top < 1) {
      throw new IllegalArgumentException("at least one candidate must be listed, found " + top);
    }
  }

  IdentificationPrior prior() {
    return IdentificationPrior.uniform(unknownPrior);
  }
}
