/**
 * How good scores are: ROC, equal-error rate, detection cost, Cllr and its minimum, area under the
 * curve, for weighted trials and for partitions that count the same; how uncertain that is, and
 * whether two systems differ. The definitions are in docs/math.md 7.1 to 7.5, 7.7 and 7.9.
 *
 * <p>Start with {@link dev.gme.core.metric.Evaluation}; {@link dev.gme.core.metric.Bootstrap} gives
 * intervals and {@link dev.gme.core.metric.Comparison} compares. Trials are sorted once, by {@link
 * dev.gme.core.metric.ScoredTrials}. Everything after that is a linear pass over the distinct
 * scores ({@link dev.gme.core.metric.DistinctScores}) or a look at the few blocks of {@link
 * dev.gme.core.metric.Pav}, and other weights need no other sort.
 *
 * <p>Here belongs what turns scores and labels into figures. What changes scores (calibration,
 * fusion, normalization), what draws curves and what reads files lives elsewhere.
 */
package dev.gme.core.metric;
