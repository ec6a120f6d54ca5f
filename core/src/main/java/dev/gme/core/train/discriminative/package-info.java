/**
 * Discriminative training of extractors (docs/math.md 5): the criteria, binary cross-entropy over
 * pairs and pseudolikelihood, and the descent that both go through. A new criterion implements
 * {@code Criterion}.
 */
package dev.gme.core.train.discriminative;
