package dev.gme.frontend.network;

import dev.gme.core.linalg.FloatMatrix;
import java.util.Map;

/**
 * Which features a network takes: as data that can be written and read. Normalization of the frames
 * is not part of it, see {@link Normalization}.
 */
public sealed interface FrontEndSpec permits WaveSpec, KaldiSpec, StftSpec {
  /** What a sample of the largest 16-bit number becomes at a scale of 1. */
  double FULL_SCALE = 32768;

  /** Numbers of a frame. */
  int dimension();

  /** Samples that the first frame needs at a rate. */
  int leastSamples(int rate);

  /** How many frames a second has at a rate. */
  double framesPerSecond(int rate);

  /** What full scale becomes. */
  double scale();

  /** The type's name and every value, as {@link FrontEndReader} reads them. */
  Map<String, Object> toMap();

  /**
   * The computation at a rate, of samples in the scale of this.
   *
   * @throws IllegalArgumentException if the features cannot be had at that rate
   */
  Computation computation(int rate);

  /** From samples to frames; safe for several threads at a time. */
  interface Computation {
    /** The frames before normalization. */
    FloatMatrix compute(float[] samples);

    /** Of the frames, normalized, those that the network sees. */
    default FloatMatrix select(FloatMatrix frames, FloatMatrix normalized) {
      return normalized;
    }
  }
}
