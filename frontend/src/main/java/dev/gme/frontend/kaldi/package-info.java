/**
 * Mixtures, extractors, their statistics and posteriors in Kaldi's files. What the parts of such a
 * file look like is known to {@link dev.gme.formats.kaldi}; here it is known what they mean.
 */
package dev.gme.frontend.kaldi;
