package dev.gme.frontend.network;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.frontend.audio.Audio;

/**
 * Recordings to the input of a network: features, normalized as the network wants them. Immutable,
 * and safe for any number of threads at a time.
 *
 * <pre>{@code
 * FrontEnd frontEnd = NetworkDescriptions.preset("wespeaker").frontEnd();
 * FloatMatrix frames = frontEnd.apply(Audio.read(file).atRate(frontEnd.rate()));
 * }</pre>
 */
public interface FrontEnd {
  /** The rate that recordings must have, in Hz. */
  int rate();

  /** Numbers of a frame; 1 where the network takes samples. */
  int dimension();

  /** Samples that the first frame needs. */
  int leastSamples();

  /** Whether the network takes samples, which are then the rows. */
  boolean isWave();

  /**
   * A frame a row, every number finite.
   *
   * @throws dev.gme.core.GmeException for another rate, fewer samples than a frame needs, a sample
   *     that is not finite, a recording without sound (all samples are the same), or one of whose
   *     frames none is speech; it names no recording
   */
  FloatMatrix apply(Audio audio);
}
