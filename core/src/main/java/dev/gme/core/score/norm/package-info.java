/**
 * Score normalization by a cohort (docs/math.md 7.8): {@link
 * dev.gme.core.score.norm.ScoreNormalization} measures the statistics of both sides, and the {@link
 * dev.gme.core.score.norm.ScoreNormalizer} that it makes is a transform of scores.
 */
package dev.gme.core.score.norm;
