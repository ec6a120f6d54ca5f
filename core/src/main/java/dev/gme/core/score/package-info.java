/**
 * Scores of many pairs at the speed of matrix products. A {@link dev.gme.core.score.ScoreKind}
 * makes a {@link dev.gme.core.score.PairScorer} of two sides, which scores all pairs into a {@link
 * dev.gme.core.score.sink.ScoreSink}, or a list of trials. A {@link
 * dev.gme.core.score.ScoreTransform} normalizes or calibrates what any of them makes, and a {@link
 * dev.gme.core.score.CalibratedModel} does so by itself.
 *
 * <p>A new kind of scores, or another transform of them, belongs here. What becomes of scores lies
 * in {@code sink}, normalization by a cohort in {@code norm}, and the tiles (docs/math.md 6), which
 * training runs through too, in {@code tile}. What turns scores into figures lives elsewhere, and
 * so does what writes files.
 */
package dev.gme.core.score;
