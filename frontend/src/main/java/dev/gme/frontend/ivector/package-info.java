/**
 * Total variability (docs/math.md 8.3 to 8.6): from Baum-Welch statistics of a recording to its
 * i-vector, with the uncertainty about it, and the training of the extractor.
 */
package dev.gme.frontend.ivector;
