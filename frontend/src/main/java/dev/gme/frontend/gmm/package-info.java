/**
 * Gaussian mixtures over frames (docs/math.md 8.1, 8.2): densities, posteriors with Gaussian
 * selection, Baum-Welch statistics, and training of the universal background model.
 *
 * <p>Statistics, estimator and model are apart: {@link dev.gme.frontend.gmm.GmmStatistics} add up
 * over recordings and machines, {@link dev.gme.frontend.gmm.GmmUpdate} estimates a mixture from
 * them.
 */
package dev.gme.frontend.gmm;
