/**
 * Mixtures, extractors, their statistics and posteriors in Kaldi's files. {@link
 * dev.gme.formats.kaldi} knows the layout of the parts of such a file, this package their meaning.
 */
package dev.gme.frontend.kaldi;
