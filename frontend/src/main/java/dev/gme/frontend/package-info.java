/**
 * From recordings to i-vectors: {@code audio} reads samples, {@code feature} makes frames of them,
 * {@code gmm} aligns the frames with a mixture, {@code ivector} makes one vector of a recording.
 */
package dev.gme.frontend;
