/**
 * PLDA by EM and variational Bayes (docs/math.md 4): Gaussian and heavy-tailed, the choice of ν,
 * and adaptation to another domain. Start with {@link dev.gme.core.train.plda.PldaRecipe}.
 */
package dev.gme.core.train.plda;
