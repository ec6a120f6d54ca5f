package dev.gme.lab.score;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.score.ScoreKind;

/**
 * How exactly log-likelihood ratios are made: within a tolerance, by matrix products where these
 * pay, or in double.
 *
 * <pre>{@code
 * TrialScoring fast = TrialScoring.llr(pipeline, LlrAccuracy.within(1e-3));
 * TrialScoring slow = TrialScoring.llr(pipeline, LlrAccuracy.EXACT);
 * }</pre>
 *
 * @param tolerance root mean square error that is allowed, in nats; 0 for exact ratios
 */
public record LlrAccuracy(double tolerance) {
  /** In double precision, without approximation. */
  public static final LlrAccuracy EXACT = new LlrAccuracy(0);

  /** In nats: far below what matters to a decision. */
  public static final double DEFAULT_TOLERANCE = ScoreKind.DEFAULT_TOLERANCE;

  public static final LlrAccuracy DEFAULT = new LlrAccuracy(DEFAULT_TOLERANCE);

  public LlrAccuracy {
    ScoreKind.llr(tolerance); // refuses what is no tolerance
  }

  public static LlrAccuracy within(double tolerance) {
    return new LlrAccuracy(tolerance);
  }

  ScoreKind<MetaEmbeddings> kind() {
    return ScoreKind.llrOnce(tolerance);
  }
}
