package dev.gme.frontend.feature;

/**
 * The triangular filters, evenly spaced on the mel scale; Kaldi's options of the same names.
 *
 * @param bins number of filters
 * @param lowFrequency lower end of the first, in Hz
 * @param highFrequency upper end of the last; 0 or less counts from the Nyquist frequency down
 * @param vtlnLow where warping begins in full, in Hz
 * @param vtlnHigh where it ends to be in full; less than 0 counts from the Nyquist frequency down
 * @param vtlnWarp frequencies are divided by it, to make up for the length of the vocal tract; 1
 *     for no warping
 */
public record MelOptions(
    int bins,
    double lowFrequency,
    double highFrequency,
    double vtlnLow,
    double vtlnHigh,
    double vtlnWarp) {
  /** 23 filters from 20 Hz to the Nyquist frequency. */
  public static final MelOptions DEFAULT = new MelOptions(23, 20, 0);

  public MelOptions {
    if (bins < 3) {
      throw new IllegalArgumentException("at least 3 filters are needed, found " + bins);
    }
    FrameOptions.require(vtlnWarp > 0 && vtlnWarp < 100, "warping factor", vtlnWarp);
  }

  /** Filters for all speakers alike, without warping of frequencies. */
  public MelOptions(int bins, double lowFrequency, double highFrequency) {
    this(bins, lowFrequency, highFrequency, 100, -500, 1);
  }
}
