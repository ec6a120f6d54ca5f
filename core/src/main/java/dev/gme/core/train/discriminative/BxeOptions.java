package dev.gme.core.train.discriminative;

import dev.gme.core.math.SpecialFunctions;

/**
 * What binary cross-entropy is taken of; how it is made smaller is in {@link DescentOptions}.
 *
 * @param batch recordings on each side of a minibatch, drawn with replacement; all pairs are scored
 * @param priorLogOdds τ: the prior log-odds of a target that the objective is weighted for
 * @param calibration whether and when scale and offset of the scores are trained
 */
public record BxeOptions(int batch, double priorLogOdds, Calibration calibration) {
  /**
   * Recordings on each side of a minibatch. The paper takes 5000; a thousand gave the same error
   * rates in a fifth of the time (docs/decisions/0013).
   */
  public static final int DEFAULT_BATCH = 1000;

  /** The prior of a target trial for which the objective is weighted unless told. */
  public static final double DEFAULT_PRIOR = 0.01;

  /** For a prior of 0.01, without calibration. */
  public static final BxeOptions DEFAULT =
      new BxeOptions(DEFAULT_BATCH, logit(DEFAULT_PRIOR), Calibration.NONE);

  /** Whether and when scale and offset of the scores are trained. */
  public enum Calibration {
    /** Never: they stay 1 and 0. */
    NONE,
    /** Together with the extractor. */
    JOINT,
    /** In a stage of their own, on the scores of training speakers by the trained extractor. */
    AFTER,
    /** In a stage of their own, with the extractor left as it is. */
    ALONE
  }

  public BxeOptions {
    check(batch >= 1, "the batch must have at least 1 recording, found " + batch);
    check(
        Double.isFinite(priorLogOdds), "the prior log-odds must be finite, found " + priorLogOdds);
  }

  private static void check(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  public BxeOptions withBatch(int n) {
    return new BxeOptions(n, priorLogOdds, calibration);
  }

  /** For another prior probability of a target. */
  public BxeOptions withPrior(double probability) {
    check(
        probability > 0 && probability < 1,
        "the prior probability must lie between 0 and 1, found " + probability);
    return new BxeOptions(batch, logit(probability), calibration);
  }

  public BxeOptions withCalibration(Calibration when) {
    return new BxeOptions(batch, priorLogOdds, when);
  }

  /** The prior's entropy in nats: the cross-entropy of a system that says nothing. */
  double entropy() {
    return SpecialFunctions.sigmoid(priorLogOdds) * SpecialFunctions.softplus(-priorLogOdds)
        + SpecialFunctions.sigmoid(-priorLogOdds) * SpecialFunctions.softplus(priorLogOdds);
  }

  private static double logit(double p) {
    return Math.log(p) - Math.log1p(-p);
  }
}
