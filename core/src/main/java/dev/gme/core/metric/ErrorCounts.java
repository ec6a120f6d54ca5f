package dev.gme.core.metric;

/**
 * How many trials a threshold decides wrongly: trials of positive weight, each as one, whatever
 * their weights (docs/math.md 7.9).
 *
 * @param misses target trials that are rejected
 * @param falseAlarms non-target trials that are accepted
 */
public record ErrorCounts(int misses, int falseAlarms) {
  /** Doddington's rule: with fewer errors an error rate is known to less than ±30 %. */
  public static final int ENOUGH = 30;

  /** Whether there are too few errors of either kind to trust the rates (DR30). */
  public boolean isDoubtful() {
    return misses < ENOUGH || falseAlarms < ENOUGH;
  }
}
