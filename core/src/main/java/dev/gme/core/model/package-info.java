/**
 * Models of how recordings vary, and what they say about one recording (docs/math.md 3): {@link
 * dev.gme.core.model.HtPlda} in the paper's parameters, {@link dev.gme.core.model.TwoCovariance} in
 * Kaldi's, {@link dev.gme.core.model.QuadraticScore} in those of Gaussian PLDA scoring, {@link
 * dev.gme.core.model.GmeExtractor} in the form that extracts meta-embeddings, and the conversions
 * between them. Preprocessing that belongs to a model is here too. Estimating models from data is
 * the business of {@code dev.gme.core.train}.
 */
package dev.gme.core.model;
