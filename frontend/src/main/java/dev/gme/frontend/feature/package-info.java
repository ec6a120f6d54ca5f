/**
 * Frames of features: filterbanks and cepstra, deltas, voice activity, mean and variance
 * normalization. Options have Kaldi's names, defaults and meaning; results agree with Kaldi's to
 * its own rounding. Computed in double, kept as float.
 */
package dev.gme.frontend.feature;
