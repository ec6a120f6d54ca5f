/**
 * Models estimated from labelled vectors: Gaussian PLDA by EM, heavy-tailed PLDA by variational
 * Bayes (docs/math.md 4), extractors trained discriminatively (docs/math.md 5).
 *
 * <p>Statistics, estimator and model are three things. Statistics are additive, so that they can be
 * gathered in parts; an estimator is a function from statistics and options to a {@link
 * dev.gme.core.train.Trained} model; models live in {@code dev.gme.core.model}.
 */
package dev.gme.core.train;
