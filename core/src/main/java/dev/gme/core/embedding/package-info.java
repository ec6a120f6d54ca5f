/**
 * Gaussian meta-embeddings and their algebra (docs/math.md 1). A recording is not a point but a
 * likelihood function of the hidden speaker variable z, f(z) = exp(s + a'z − ½ z'Bz).
 *
 * <p>{@link dev.gme.core.embedding.MetaEmbeddings} is a batch that shares one extractor; {@link
 * dev.gme.core.embedding.CanonicalGme} and {@link dev.gme.core.embedding.GeneralGme} are single
 * ones, for people, small sets and tests. How a vector becomes one of them is the business of
 * {@code dev.gme.core.model}.
 */
package dev.gme.core.embedding;
