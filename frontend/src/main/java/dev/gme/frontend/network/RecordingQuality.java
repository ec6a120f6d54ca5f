package dev.gme.frontend.network;

import dev.gme.core.diarize.TimeRegions;
import dev.gme.frontend.audio.Audio;
import java.util.Arrays;

/**
 * What is known of a recording besides its vector (docs/math.md 8.8).
 *
 * <pre>{@code
 * RecordingQuality quality = RecordingQuality.of(audio, speech);
 * }</pre>
 *
 * @param seconds of the recording
 * @param speech seconds of speech
 * @param level root of the mean square of all samples, in dB below full scale; {@link #QUIETEST}
 *     for silence
 * @param snr an estimate of the ratio of speech to noise, in dB
 */
public record RecordingQuality(double seconds, double speech, double level, double snr) {
  /** The level of digital silence, and of what is no louder: the noise of rounding to 16 bits. */
  public static final double QUIETEST = -101.1;

  /** The least ratio that is told from no speech at all, in dB. */
  public static final double LEAST_SNR = -20;

  /** Frames of 20 ms, one after the other. */
  private static final double FRAME = 0.02;

  /** This share of the frames is taken for noise. */
  private static final double NOISE_SHARE = 0.1;

  /** Variance of rounding to whole numbers: quieter frames hold nothing. */
  private static final double ROUNDING = 1.0 / 12;

  /** Where all of the recording is taken for speech. */
  public static RecordingQuality of(Audio audio) {
    return of(audio, TimeRegions.of(new double[] {0}, new double[] {audio.seconds()}));
  }

  /**
   * Of a recording in whose regions somebody speaks.
   *
   * @param speech regions; what lies behind the end of the recording does not count
   */
  public static RecordingQuality of(Audio audio, TimeRegions speech) {
    double level = Level.of(audio);
    return new RecordingQuality(
        audio.seconds(),
        speech.within(0, audio.seconds()),
        level >= QUIETEST ? level : QUIETEST,
        snr(audio, speech));
  }

  private static double snr(Audio audio, TimeRegions speech) {
    int n = Math.max(1, (int) (FRAME * audio.rate()));
    int frames = audio.length() / n;
    double[] powers = new double[frames];
    int heard = 0;
    double spoken = 0;
    int speaking = 0;
    for (int t = 0; t < frames; t++) {
      double power = variance(audio.samples(), t * n, n);
      if (power > ROUNDING) {
        powers[heard++] = power;
        double middle = (t + 0.5) * n / audio.rate();
        if (speech.within(middle - FRAME / 4, middle + FRAME / 4) > 0) {
          spoken += power;
          speaking++;
        }
      }
    }
    if (speaking == 0) {
      return LEAST_SNR;
    }
    double[] sorted = Arrays.copyOf(powers, heard);
    Arrays.sort(sorted);
    double noise = sorted[(int) (NOISE_SHARE * (heard - 1))];
    double signal = spoken / speaking - noise;
    return Math.max(LEAST_SNR, 10 * Math.log10(Math.max(signal, 0) / noise));
  }

  private static double variance(float[] x, int from, int n) {
    double mean = 0;
    for (int i = 0; i < n; i++) {
      mean += x[from + i];
    }
    mean /= n;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += (x[from + i] - mean) * (x[from + i] - mean);
    }
    return sum / n;
  }
}
