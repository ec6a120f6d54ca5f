package dev.gme.frontend.feature;

/**
 * The triangular filters, evenly spaced on the mel scale; Kaldi's options of the same names.
 *
 * @param bins number of filters
 * @param lowFrequency lower end of the first, in Hz
 * @param highFrequency upper end of the last; 0 or less counts from the Nyquist frequency down
 */
public record MelOptions(int bins, double lowFrequency, double highFrequency) {
  public MelOptions {
    if (bins < 3) {
      throw new IllegalArgumentException("at least 3 filters are needed, found " + bins);
    }
  }

  /** 23 filters from 20 Hz to the Nyquist frequency. */
  public static MelOptions defaults() {
    return new MelOptions(23, 20, 0);
  }
}
