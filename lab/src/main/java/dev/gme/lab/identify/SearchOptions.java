package dev.gme.lab.identify;

import dev.gme.core.GmeException;
import dev.gme.core.identify.IdentificationCosts;
import dev.gme.core.identify.IdentificationPrior;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How enrolled speakers are searched for.
 *
 * @param unknownPrior how probable it is beforehand that a test is of nobody who is enrolled
 * @param top how many candidates to list
 * @param costs of wrong answers
 * @param weights how probable the enrolled speakers are among themselves, by name; they need not
 *     sum to 1. Empty where all are alike
 */
public record SearchOptions(
    double unknownPrior, int top, IdentificationCosts costs, Map<String, Double> weights) {
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
    weights = Collections.unmodifiableMap(new LinkedHashMap<>(weights));
  }

  /** All enrolled speakers alike. */
  public SearchOptions(double unknownPrior, int top, IdentificationCosts costs) {
    this(unknownPrior, top, costs, Map.of());
  }

  /** The prior of these speakers; refuses weights of others, and speakers without a weight. */
  IdentificationPrior prior(List<String> enrolled) {
    if (weights.isEmpty()) {
      return IdentificationPrior.uniform(unknownPrior);
    }
    double[] shares = new double[enrolled.size()];
    double sum = 0;
    for (int e = 0; e < shares.length; e++) {
      Double weight = weights.get(enrolled.get(e));
      if (weight == null) {
        throw new GmeException(
            "the enrolled speaker '" + enrolled.get(e) + "' has no weight",
            "give every enrolled speaker one, 0 where it cannot be that speaker");
      }
      shares[e] = weight;
      sum += weight;
    }
    if (weights.size() > shares.length) {
      String other =
          weights.keySet().stream().filter(name -> !enrolled.contains(name)).findFirst().orElse("");
      throw new GmeException(
          "there is a weight of '" + other + "', who is not enrolled",
          "leave that speaker out of the list, or enrol them");
    }
    if (!(sum > 0 && sum < Double.POSITIVE_INFINITY)) {
      throw new GmeException(
          "the weights of the enrolled speakers sum to " + sum + ", expected a finite sum above 0",
          "give a positive weight to those who may be heard");
    }
    for (int e = 0; e < shares.length; e++) {
      shares[e] /= sum;
    }
    return IdentificationPrior.of(unknownPrior, shares);
  }
}
