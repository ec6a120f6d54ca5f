package dev.gme.core.score;

import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Psda;
import dev.gme.core.model.QuadraticScore;
import dev.gme.core.score.tile.TrialCost;
import java.util.List;

/**
 * A kind of scores: makes a {@link PairScorer} of two sides. All kinds that gme has are made here.
 *
 * <pre>{@code
 * PairScorer ratios = ScoreKind.llr().scorer(enrolEmbeddings, testEmbeddings);
 * PairScorer cosines = ScoreKind.cosine().scorer(enrolVectors, testVectors);
 * }</pre>
 *
 * <p>The scores of Kaldi's {@code ivector-plda-scoring} are log-likelihood ratios of the
 * meta-embeddings that {@link dev.gme.core.model.PldaScoring} makes. A new kind of scores is a
 * {@link PairScorer} in this package and a method here that makes it.
 *
 * @param <S> what is scored: meta-embeddings, or vectors, one a row
 */
@FunctionalInterface
public interface ScoreKind<S> {
  /** In nats: far below what matters to a decision. */
  double DEFAULT_TOLERANCE = 1e-3;

  /** The scorer of two sides; what can be prepared for many scores is prepared here. */
  PairScorer scorer(S enrol, S test);

  /** Log-likelihood ratios by tiles, to {@link #DEFAULT_TOLERANCE}. */
  static ScoreKind<MetaEmbeddings> llr() {
    return llr(DEFAULT_TOLERANCE);
  }

  /**
   * Log-likelihood ratios at the speed of matrix products (docs/math.md 6). The tolerance is a
   * promise: the root mean square error over all trials, over those of one speaker and within every
   * tile is at most that, up to the rounding of scores to floats (2^-21 of the score). The report
   * has a bound that no single score exceeds.
   *
   * @param tolerance root mean square error in nats; 0 for {@link #exactLlr}
   */
  static ScoreKind<MetaEmbeddings> llr(double tolerance) {
    return llr(tolerance, TrialCost.Use.OFTEN);
  }

  /**
   * The same for a program that scores once and ends, as a command does: fewer than some 10^6
   * trials are scored exactly, which takes less than to make tiles ready.
   *
   * @param tolerance root mean square error in nats; 0 for {@link #exactLlr}
   */
  static ScoreKind<MetaEmbeddings> llrOnce(double tolerance) {
    return llr(tolerance, TrialCost.Use.ONCE);
  }

  private static ScoreKind<MetaEmbeddings> llr(double tolerance, TrialCost.Use use) {
    if (!(tolerance >= 0 && tolerance < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the tolerance must be finite and not negative, found " + tolerance);
    }
    return tolerance == 0
        ? ExactLlrScorer::new
        : (enrol, test) -> new TileScorer(enrol, test, tolerance, use);
  }

  /**
   * Log-likelihood ratios by the safe formula in double, rounded to floats, in time proportional to
   * trials times d.
   */
  static ScoreKind<MetaEmbeddings> exactLlr() {
    return llr(0);
  }

  /** Cosines of preprocessed vectors in double (docs/math.md 3.9), for baselines. */
  static ScoreKind<DoubleMatrix> cosine() {
    return CosineScorer::new;
  }

  /**
   * Gaussian PLDA by its quadratic form in double (docs/math.md 3.5): the same log-likelihood
   * ratios as those of Gaussian meta-embeddings, by another way.
   */
  static ScoreKind<DoubleMatrix> quadratic(QuadraticScore score) {
    return (enrol, test) -> new QuadraticScorer(score, enrol, test);
  }

  /**
   * Log-likelihood ratios of general forms in double, in any one basis: time is proportional to
   * trials times d³.
   */
  static ScoreKind<List<GeneralGme>> general() {
    return GeneralScorer::new;
  }

  /** PSDA between sums of unit vectors in double (docs/math.md 3.11), for baselines. */
  static ScoreKind<DoubleMatrix> psda(Psda model) {
    return (enrol, test) -> new PsdaScorer(model, enrol, test);
  }
}
