package dev.gme.core.metric;

/**
 * Error rates at a threshold (docs/math.md 7.1). Because +∞ is an ordinary score, "reject all" is
 * more than a threshold: it has its own flag.
 *
 * @param threshold trials with this score or more are accepted; +∞ where all are rejected
 * @param rejectsAll whether nothing is accepted, not even a score of +∞
 * @param pMiss share of the target weight that is rejected
 * @param pFa share of the non-target weight that is accepted
 */
public record RocPoint(double threshold, boolean rejectsAll, double pMiss, double pFa) {
  /** Whether a trial with this score is accepted. */
  public boolean accepts(double score) {
    return !rejectsAll && score >= threshold;
  }
}
