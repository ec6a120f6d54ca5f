/**
 * Recordings: files of many formats read as samples, cut into segments, brought to another rate.
 *
 * <p>Samples are in units of a 16-bit sample, so full scale is 32768 whatever the file's own depth;
 * the features follow Kaldi, which expects that. What is read is never trusted: sizes are checked
 * before memory is taken, and everything that is wrong with a file is a {@link
 * dev.gme.core.GmeException} that names it.
 */
package dev.gme.frontend.audio;
