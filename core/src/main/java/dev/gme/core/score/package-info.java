/**
 * Scores of many pairs at matrix-product speed (docs/math.md 6): both sides are sorted by precision
 * b and cut into tiles, and the scores of a tile are one product of two matrices of factors.
 * Training runs through the same tiles, forward and backward.
 *
 * <p>Start with {@link dev.gme.core.score.TileScorer} for all pairs, which go into a {@link
 * dev.gme.core.score.sink.ScoreSink}, or with {@link dev.gme.core.score.TrialScorer} for a list;
 * {@link dev.gme.core.score.norm.ScoreNormalization} normalizes either by a cohort. What turns
 * scores into figures or into log-likelihood ratios lives elsewhere, and so does what writes files.
 */
package dev.gme.core.score;
