/**
 * Total variability (docs/math.md 8.3 to 8.6): from Baum-Welch statistics of a recording to its
 * i-vector, with the uncertainty about it, and the training of the extractor.
 *
 * <p>{@link dev.gme.frontend.ivector.PosteriorEmbedding} and {@link
 * dev.gme.frontend.ivector.PosteriorPldaEm} stand here although they are about PLDA: they take
 * posteriors of i-vectors, which only this package has, where all other back ends take vectors.
 */
package dev.gme.frontend.ivector;
