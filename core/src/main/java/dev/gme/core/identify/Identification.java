package dev.gme.core.identify;

import java.util.Locale;

/**
 * What one search says: how probable each of the best candidates is, the others together, and
 * nobody (docs/math.md 10.1). All of it is exact for the scores that it was made from, also where
 * only the best are listed.
 *
 * <pre>{@code
 * Identification found = Identification.of(llrs, IdentificationPrior.uniform(0.3), 5);
 * int who = found.speaker(0);
 * double probability = Math.exp(found.logPosterior(0));
 * double nobody = Math.exp(found.logUnknown());
 * }</pre>
 */
public final class Identification {
  private final int enrolled;
  private final int[] speaker;
  private final double[] llr;

  /** log p_e + s_e. */
  private final double[] score;

  /** log (1 − p_e). */
  private final double[] logOthersPrior;

  /** log Σ p_e e^s over the speakers that are not listed. */
  private final double rest;

  private final double unknown;
  private final double logInSetPrior;

  /** Of everything, by which posteriors are divided. */
  private final double total;

  /**
   * The candidates, best first, and the sum over all others.
   *
   * @param restLogSum log Σ p_e e^s of the enrolled that are not listed
   */
  Identification(
      int enrolled, IdentificationPrior prior, int[] speaker, double[] llr, double restLogSum) {
    this.enrolled = enrolled;
    this.speaker = speaker;
    this.llr = llr;
    score = new double[speaker.length];
    logOthersPrior = new double[speaker.length];
    for (int i = 0; i < score.length; i++) {
      score[i] = prior.log(speaker[i], enrolled) + llr[i];
      logOthersPrior[i] = prior.logOthers(speaker[i], enrolled);
    }
    rest = restLogSum;
    unknown = prior.logUnknown();
    logInSetPrior = prior.logInSet();
    total = without(-1, unknown);
  }

  /**
   * The posterior for the log-likelihood ratios of all enrolled speakers.
   *
   * @param top how many candidates to list, at most
   */
  public static Identification of(double[] llr, IdentificationPrior prior, int top) {
    int n = llr.length;
    prior.requireSpeakers(n);
    Ranking best = new Ranking(Math.min(n, requireTop(top)));
    LogSum rest = new LogSum();
    for (int e = 0; e < n; e++) {
      requireScore(llr[e], e);
      double out = best.offer(prior.log(e, n) + llr[e], e);
      if (out > Double.NEGATIVE_INFINITY) {
        rest.add(out);
      }
    }
    int[] order = best.best();
    double[] listed = new double[order.length];
    for (int i = 0; i < listed.length; i++) {
      listed[i] = llr[order[i]];
    }
    return new Identification(n, prior, order, listed, rest.value());
  }

  static int requireTop(int top) {
    if (top < 1) {
      throw new IllegalArgumentException("at least one candidate must be listed, found " + top);
    }
    return top;
  }

  private static void requireScore(double llr, int e) {
    if (Double.isNaN(llr) || llr == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "log-likelihood ratios must be numbers below infinity, found " + llr + " for " + e);
    }
  }

  /** log of the sum over all enrolled but candidate i, and of a further term. */
  private double without(int i, double further) {
    LogSum sum = new LogSum();
    for (int j = 0; j < score.length; j++) {
      if (j != i) {
        sum.add(score[j]);
      }
    }
    sum.add(rest);
    sum.add(further);
    return sum.value();
  }

  /** How many speakers are enrolled, without which no probability means anything. */
  public int enrolled() {
    return enrolled;
  }

  /** How many candidates are listed, best first. */
  public int size() {
    return speaker.length;
  }

  /** The number of a candidate's speaker; among equal scores lower numbers come first. */
  public int speaker(int i) {
    return speaker[i];
  }

  /** s_e: the log-likelihood ratio of a candidate against a speaker that nobody knows. */
  public double llr(int i) {
    return llr[i];
  }

  /** log p_e + s_e, by which candidates are ranked. */
  public double score(int i) {
    return score[i];
  }

  /** log P(e|f) of a candidate. */
  public double logPosterior(int i) {
    return score[i] - total;
  }

  /** log P(0|f): that it is nobody among the enrolled. */
  public double logUnknown() {
    return unknown - total;
  }

  /** The log-probability that it is an enrolled speaker who is not listed. */
  public double logRest() {
    return rest - total;
  }

  /** The log-likelihood ratio of "one of the enrolled" against "nobody among them". */
  public double inSetLlr() {
    return without(-1, Double.NEGATIVE_INFINITY) - logInSetPrior;
  }

  /**
   * The log-likelihood ratio of "it is this candidate" against "it is not", which weighs all other
   * enrolled speakers; infinite where it can be nobody else.
   */
  public double detectionLlr(int i) {
    double share = Math.exp(logPosterior(i));
    // The difference is exact enough where it leaves half of the sum or more.
    double others = share <= 0.5 ? total + Math.log1p(-share) : without(i, unknown);
    return others == Double.NEGATIVE_INFINITY
        ? Double.POSITIVE_INFINITY
        : llr[i] - (others - logOthersPrior[i]);
  }

  /** For example {@code speaker 3 of 20 with probability 0.912, nobody 0.05}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "speaker %d of %d with probability %.3g, nobody %.3g",
        speaker[0],
        enrolled,
        Math.exp(logPosterior(0)),
        Math.exp(logUnknown()));
  }
}
