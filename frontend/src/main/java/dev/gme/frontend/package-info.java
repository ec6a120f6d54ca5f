/**
 * From recordings to i-vectors: {@code audio} reads samples, {@code feature} turns them into
 * frames, {@code gmm} aligns the frames with a mixture, {@code ivector} turns a recording into one
 * vector, and {@code corpus} does all of this for many recordings. The front end ends at vectors.
 */
package dev.gme.frontend;
