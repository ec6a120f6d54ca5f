package dev.gme.report.result;

/**
 * In which logarithm a report writes log-likelihood ratios and log-odds. Files and figures are in
 * nats always.
 */
public enum LlrUnit {
  /** Natural logarithms. */
  NATS("log-likelihood ratio in nats", "prior log-odds of a target", 1),

  /** Decimal logarithms, as forensic laboratories use them. */
  LOG10("log10 likelihood ratio", "log10 prior odds of a target", 1 / Math.log(10));

  private final String ratio;
  private final String odds;
  private final double factor;

  LlrUnit(String ratio, String odds, double factor) {
    this.ratio = ratio;
    this.odds = odds;
    this.factor = factor;
  }

  /** What an axis of log-likelihood ratios is called. */
  public String ratioLabel() {
    return ratio;
  }

  /** What an axis of prior log-odds is called. */
  public String oddsLabel() {
    return odds;
  }

  /** A value in nats in this unit. */
  public double of(double nats) {
    return factor * nats;
  }
}
