package dev.gme.core.train;

/**
 * How an extractor is trained by binary cross-entropy.
 *
 * @param batch recordings on each side of a minibatch, drawn with replacement; all pairs are scored
 * @param priorLogOdds τ: the prior log-odds of a target that the objective is weighted for
 * @param method how steps are made from gradients
 * @param scaleRate step size while only scales are trained (rows of P, H as a whole, λ)
 * @param rate step size while everything is trained
 * @param minibatches at most so many in each of the two stages
 * @param evaluateEvery minibatches between two looks at the held-out speakers
 * @param patience looks without improvement after which a stage ends
 * @param penalty ½ penalty |θ − θ0|² is added, θ in whitened coordinates
 * @param heldOut share of the speakers that only decide when to stop
 * @param calibration whether scale and offset of the scores are trained too
 */
public record BxeOptions(
    int batch,
    double priorLogOdds,
    Method method,
    double scaleRate,
    double rate,
    int minibatches,
    int evaluateEvery,
    int patience,
    double penalty,
    double heldOut,
    boolean calibration,
    long seed) {

  /** How steps are made from gradients. */
  public enum Method {
    /** Minibatches; steps of about the step size in every parameter. */
    ADAM,
    /** Minibatches; gradient descent with momentum 0.9. */
    MOMENTUM,
    /**
     * All pairs of all training recordings at every step, for small data; the batch is not used.
     */
    LBFGS
  }

  public BxeOptions {
    check(batch >= 1, "the batch must have at least 1 recording, found " + batch);
    check(
        Double.isFinite(priorLogOdds), "the prior log-odds must be finite, found " + priorLogOdds);
    check(
        isPositive(scaleRate) && isPositive(rate),
        "step sizes must be positive and finite, found " + scaleRate + " and " + rate);
    check(minibatches >= 0, "minibatches must not be negative, found " + minibatches);
    check(
        evaluateEvery >= 1 && patience >= 1,
        "evaluateEvery and patience must be at least 1, found "
            + evaluateEvery
            + " and "
            + patience);
    check(
        penalty >= 0 && penalty < Double.POSITIVE_INFINITY,
        "the penalty must be finite and not negative, found " + penalty);
    check(
        heldOut > 0 && heldOut < 1,
        "the held-out share must lie between 0 and 1, found " + heldOut);
  }

  private static boolean isPositive(double x) {
    return x > 0 && x < Double.POSITIVE_INFINITY;
  }

  private static void check(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** The paper's batches and a recipe that was found to work (docs/decisions). */
  public static BxeOptions standard() {
    return new BxeOptions(
        5000, logit(0.01), Method.ADAM, 0.02, 0.001, 100, 5, 4, 1e-4, 0.1, false, 1);
  }

  public BxeOptions withBatch(int n) {
    return new BxeOptions(
        n,
        priorLogOdds,
        method,
        scaleRate,
        rate,
        minibatches,
        evaluateEvery,
        patience,
        penalty,
        heldOut,
        calibration,
        seed);
  }

  /** For another prior probability of a target. */
  public BxeOptions withPrior(double probability) {
    check(
        probability > 0 && probability < 1,
        "the prior probability must lie between 0 and 1, found " + probability);
    return new BxeOptions(
        batch,
        logit(probability),
        method,
        scaleRate,
        rate,
        minibatches,
        evaluateEvery,
        patience,
        penalty,
        heldOut,
        calibration,
        seed);
  }

  public BxeOptions withSeed(long newSeed) {
    return new BxeOptions(
        batch,
        priorLogOdds,
        method,
        scaleRate,
        rate,
        minibatches,
        evaluateEvery,
        patience,
        penalty,
        heldOut,
        calibration,
        newSeed);
  }

  public BxeOptions withMinibatches(int n) {
    return new BxeOptions(
        batch,
        priorLogOdds,
        method,
        scaleRate,
        rate,
        n,
        evaluateEvery,
        patience,
        penalty,
        heldOut,
        calibration,
        seed);
  }

  public BxeOptions withRates(Method newMethod, double newScaleRate, double newRate) {
    return new BxeOptions(
        batch,
        priorLogOdds,
        newMethod,
        newScaleRate,
        newRate,
        minibatches,
        evaluateEvery,
        patience,
        penalty,
        heldOut,
        calibration,
        seed);
  }

  public BxeOptions withPenalty(double newPenalty) {
    return new BxeOptions(
        batch,
        priorLogOdds,
        method,
        scaleRate,
        rate,
        minibatches,
        evaluateEvery,
        patience,
        newPenalty,
        heldOut,
        calibration,
        seed);
  }

  public BxeOptions withCalibration(boolean on) {
    return new BxeOptions(
        batch,
        priorLogOdds,
        method,
        scaleRate,
        rate,
        minibatches,
        evaluateEvery,
        patience,
        penalty,
        heldOut,
        on,
        seed);
  }

  private static double logit(double p) {
    return Math.log(p) - Math.log1p(-p);
  }
}
