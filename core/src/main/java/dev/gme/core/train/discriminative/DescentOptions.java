package dev.gme.core.train.discriminative;

/**
 * How discriminative training walks, whatever it minimizes: how steps are made, when a stage ends
 * and what holds it back.
 *
 * <pre>{@code
 * DescentOptions options = DescentOptions.builder().steps(50).seed(7).build();
 * }</pre>
 *
 * @param method how steps are made from gradients
 * @param scaleRate step size while only scales are trained (rows of P, H as a whole, λ)
 * @param rate step size while everything is trained
 * @param steps at most so many in each stage
 * @param evaluateEvery steps between two evaluations of the held-out speakers; L-BFGS evaluates
 *     after each
 * @param patience evaluations without improvement after which a stage ends
 * @param penalty ½ penalty |θ − θ0|² is added to the objective, which is 1 for a system that knows
 *     nothing; θ are P, H and log λ in whitened coordinates
 * @param folds groups that the speakers are divided into, each of which judges a training without
 *     it
 * @param seed random seed of the groups and the minibatches
 */
public record DescentOptions(
    Method method,
    double scaleRate,
    double rate,
    int steps,
    int evaluateEvery,
    int patience,
    double penalty,
    int folds,
    long seed) {
  /** The recipe that was found to work (docs/decisions 0003). */
  public static final DescentOptions DEFAULT = builder().build();

  /** How steps are made from gradients; docs/decisions 0003 has the figures behind the sizes. */
  public enum Method {
    /** Minibatches; steps of about the step size in every parameter. */
    ADAM(0.02, 0.001),
    /** Minibatches; gradient descent with momentum 0.9. */
    MOMENTUM(0.1, 0.1),
    /**
     * All training recordings at every step, for small data. The step size is the length of the
     * first step only; a line search sees to the others.
     */
    LBFGS(0.02, 0.02);

    private final double scaleRate;
    private final double rate;

    Method(double scaleRate, double rate) {
      this.scaleRate = scaleRate;
      this.rate = rate;
    }
  }

  public DescentOptions {
    check(
        isPositive(scaleRate) && isPositive(rate),
        "step sizes must be positive and finite, found " + scaleRate + " and " + rate);
    check(steps >= 0, "steps must not be negative, found " + steps);
    check(
        evaluateEvery >= 1 && patience >= 1,
        "evaluateEvery and patience must be at least 1, found "
            + evaluateEvery
            + " and "
            + patience);
    check(
        penalty >= 0 && penalty < Double.POSITIVE_INFINITY,
        "the penalty must be finite and not negative, found " + penalty);
    check(folds >= 2, "the speakers need at least 2 folds, found " + folds);
  }

  private static boolean isPositive(double x) {
    return x > 0 && x < Double.POSITIVE_INFINITY;
  }

  private static void check(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** How many folds hold out this share of the speakers each. */
  public static int foldsOfShare(double share) {
    check(share > 0 && share < 1, "the held-out share must lie between 0 and 1, found " + share);
    return (int) Math.max(2, Math.round(1 / share));
  }

  /** Starts from {@link #DEFAULT}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Options being put together. */
  public static final class Builder {
    private Method method;
    private double scaleRate;
    private double rate;
    private int steps = 100;
    private int evaluateEvery = 5;
    private int patience = 4;
    private double penalty = 1e-4;
    private int folds = 5;
    private long seed = 1;

    private Builder() {
      method(Method.ADAM);
    }

    /** Sets the method, and the step sizes to those that suit it. */
    public Builder method(Method m) {
      method = m;
      return rates(m.scaleRate, m.rate);
    }

    /** Step sizes for scales and for everything. */
    public Builder rates(double forScales, double forEverything) {
      scaleRate = forScales;
      rate = forEverything;
      return this;
    }

    public Builder steps(int n) {
      steps = n;
      return this;
    }

    public Builder evaluateEvery(int n) {
      evaluateEvery = n;
      return this;
    }

    public Builder patience(int evaluations) {
      patience = evaluations;
      return this;
    }

    public Builder penalty(double factor) {
      penalty = factor;
      return this;
    }

    public Builder folds(int n) {
      folds = n;
      return this;
    }

    public Builder seed(long number) {
      seed = number;
      return this;
    }

    public DescentOptions build() {
      return new DescentOptions(
          method, scaleRate, rate, steps, evaluateEvery, patience, penalty, folds, seed);
    }
  }
}
