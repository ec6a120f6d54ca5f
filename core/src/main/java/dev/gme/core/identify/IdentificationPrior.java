package dev.gme.core.identify;

import java.util.Arrays;

/**
 * How probable it is, before a recording is heard, that it is of each enrolled speaker or of nobody
 * among them (docs/math.md 10.1).
 *
 * <pre>{@code
 * IdentificationPrior even = IdentificationPrior.uniform(0.3);
 * IdentificationPrior given = IdentificationPrior.of(0.3, 0.5, 0.25, 0.25);
 * }</pre>
 */
public final class IdentificationPrior {
  /** What the shares may miss 1 by: numbers that people typed. */
  private static final double SUM_TOLERANCE = 1e-6;

  private final double unknown;

  /** Of the enrolled among themselves; null where all are alike. */
  private final double[] shares;

  private IdentificationPrior(double unknown, double[] shares) {
    if (!(unknown >= 0 && unknown < 1)) {
      throw new IllegalArgumentException(
          "the prior probability of nobody is at least 0 and below 1, found " + unknown);
    }
    this.unknown = unknown;
    this.shares = shares;
  }

  /**
   * All enrolled speakers alike.
   *
   * @param unknown p_0, that it is nobody among them; 0 where that cannot be
   */
  public static IdentificationPrior uniform(double unknown) {
    return new IdentificationPrior(unknown, null);
  }

  /**
   * Enrolled speakers with probabilities of their own.
   *
   * @param unknown p_0
   * @param enrolled the probability of each, given that it is one of them; they sum to 1
   */
  public static IdentificationPrior of(double unknown, double... enrolled) {
    double sum = 0;
    for (double p : enrolled) {
      if (!(p >= 0)) {
        throw new IllegalArgumentException("a probability is at least 0, found " + p);
      }
      sum += p;
    }
    if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
      throw new IllegalArgumentException(
          "the probabilities of the enrolled speakers must sum to 1, found " + sum);
    }
    double total = sum;
    return new IdentificationPrior(unknown, Arrays.stream(enrolled).map(p -> p / total).toArray());
  }

  /** p_0, that it is nobody among the enrolled. */
  public double unknown() {
    return unknown;
  }

  /** log p_0; −∞ where it must be one of them. */
  double logUnknown() {
    return Math.log(unknown);
  }

  /** log (1 − p_0). */
  double logInSet() {
    return Math.log(1 - unknown);
  }

  /** Whether all enrolled speakers are alike. */
  boolean isUniform() {
    return shares == null;
  }

  /** log p_e of speaker e of n. */
  double log(int e, int n) {
    return logInSet() + (shares == null ? -Math.log(n) : logShare(e));
  }

  /** log of the given probability of speaker e among the enrolled; 0 where all are alike. */
  double logShare(int e) {
    return shares == null ? 0 : Math.log(shares[e]);
  }

  /** log (1 − p_e), without the difference where p_e is nearly 1. */
  double logOthers(int e, int n) {
    double rest = shares == null ? (n - 1.0) / n : 1 - shares[e];
    return Math.log(unknown + (1 - unknown) * rest);
  }

  /** Refuses a number of enrolled speakers that the given probabilities are not for. */
  void requireSpeakers(int n) {
    if (n < 1) {
      throw new IllegalArgumentException("at least one speaker must be enrolled");
    }
    if (shares != null && shares.length != n) {
      throw new IllegalArgumentException(
          "probabilities of " + shares.length + " enrolled speakers for " + n);
    }
  }
}
