/**
 * Scores to log-likelihood ratios, and these to decisions: linear calibration and fusion by
 * logistic regression, with side information where there is some, monotone calibration by pooling
 * adjacent violators, and Bayes decisions (docs/math.md 7.6, 7.10 and 7.3).
 *
 * <p>A {@link dev.gme.core.calibrate.Calibration} is a value that maps the numbers known about one
 * trial to its log-likelihood ratio. Training takes {@link
 * dev.gme.core.calibrate.CalibrationTrials} or {@link dev.gme.core.metric.ScoredTrials}, and says
 * what is wrong with data that have no single answer.
 *
 * <p>How good scores are is a matter of {@code dev.gme.core.metric}.
 */
package dev.gme.core.calibrate;
