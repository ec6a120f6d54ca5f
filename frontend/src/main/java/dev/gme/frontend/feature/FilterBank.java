package dev.gme.frontend.feature;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.frontend.audio.Audio;

/**
 * Mel filterbank features, as Kaldi's compute-fbank-feats makes them.
 *
 * <pre>{@code
 * FilterBank bank = new FilterBank(FilterBank.Options.defaults(16000));
 * FloatMatrix frames = bank.compute(Audio.read(file));
 * }</pre>
 */
public final class FilterBank {
  /**
   * Kaldi's options of the same names.
   *
   * @param frame how frames are cut
   * @param mel the filters
   * @param useEnergy whether the log energy of the frame is one more feature
   * @param energyFloor below it that energy does not go; 0 for none
   * @param rawEnergy whether it is taken before pre-emphasis and window
   * @param htkCompatible whether it comes last instead of first
   * @param useLog whether the logarithm is taken
   * @param usePower whether filters weight the power of the spectrum, not its magnitude
   */
  public record Options(
      FrameOptions frame,
      MelOptions mel,
      boolean useEnergy,
      double energyFloor,
      boolean rawEnergy,
      boolean htkCompatible,
      boolean useLog,
      boolean usePower) {
    public Options {
      FrameOptions.require(energyFloor >= 0, "energy floor", energyFloor);
    }

    public static Options defaults(double sampleFrequency) {
      return new Options(
          FrameOptions.defaults(sampleFrequency),
          MelOptions.DEFAULT,
          false,
          0,
          true,
          false,
          true,
          true);
    }
  }

  private final Options options;
  private final MelSpectrum spectrum;

  public FilterBank(Options options) {
    this.options = options;
    this.spectrum =
        MelSpectrum.kaldi(
            options.frame, options.mel, options.rawEnergy, options.usePower, options.useLog);
  }

  /** One row of features a frame; a recording shorter than a frame has none. */
  public FloatMatrix compute(Audio audio) {
    int bins = options.mel.bins();
    int extra = options.useEnergy ? 1 : 0;
    int dimension = bins + extra;
    int firstBin = options.htkCompatible ? 0 : extra;
    int energyAt = options.htkCompatible ? bins : 0;
    return spectrum.compute(
        Framing.samples(audio, options.frame),
        dimension,
        (n, mel, logEnergy, out, at) -> {
          for (int t = 0; t < n; t++) {
            int row = at + t * dimension;
            for (int b = 0; b < bins; b++) {
              out[row + firstBin + b] = (float) mel[t * bins + b];
            }
            if (options.useEnergy) {
              out[row + energyAt] = (float) MelSpectrum.floored(logEnergy[t], options.energyFloor);
            }
          }
        });
  }
}
