package dev.gme.core.train.discriminative;

import dev.gme.core.partition.ChineseRestaurant;

/**
 * What pseudolikelihood is taken of; how it is raised is in {@link DescentOptions}.
 *
 * @param speakers speakers of a minibatch, drawn without replacement, with all their recordings
 * @param prior how recordings are shared among speakers before they are heard
 */
public record PseudolikelihoodOptions(int speakers, ChineseRestaurant prior) {
  /** Speakers of a minibatch unless told otherwise. */
  public static final int DEFAULT_SPEAKERS = 500;

  /** The concentration α of the prior unless told otherwise. */
  public static final double DEFAULT_CONCENTRATION = 1;

  /** The discount β of the prior unless told otherwise. */
  public static final double DEFAULT_DISCOUNT = 0.5;

  /** Minibatches of 500 speakers; α = 1 and β = 0.5. */
  public static final PseudolikelihoodOptions DEFAULT =
      new PseudolikelihoodOptions(
          DEFAULT_SPEAKERS, new ChineseRestaurant(DEFAULT_CONCENTRATION, DEFAULT_DISCOUNT));

  public PseudolikelihoodOptions {
    if (speakers < 2) {
      throw new IllegalArgumentException(
          "a minibatch needs at least 2 speakers, found " + speakers);
    }
    CrpPredictive.requireNewcomers(prior);
  }

  public PseudolikelihoodOptions withSpeakers(int n) {
    return new PseudolikelihoodOptions(n, prior);
  }

  public PseudolikelihoodOptions withPrior(ChineseRestaurant newPrior) {
    return new PseudolikelihoodOptions(speakers, newPrior);
  }
}
