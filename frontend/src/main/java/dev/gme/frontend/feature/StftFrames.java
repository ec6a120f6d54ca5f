package dev.gme.frontend.feature;

/** Cuts a recording into windowed frames around their times. */
final class StftFrames implements MelSpectrum.Frames {
  private final StftMel.Options options;
  private final double[] window;

  /** Where the window begins among the samples that are transformed. */
  private final int margin;

  StftFrames(StftMel.Options options) {
    this.options = options;
    int n = options.length();
    // A periodic window is one that is longer by a sample, without its last.
    this.window = options.window().window(options.periodic() ? n + 1 : n, 0.42);
    this.margin = (options.fft() - n) / 2;
  }

  @Override
  public int frames(int samples) {
    if (samples < options.leastSamples()) {
      return 0;
    }
    int last = samples - (options.padding() == StftMel.Padding.NONE ? options.fft() : 0);
    return 1 + last / options.shift();
  }

  /** The energy is no feature here. */
  @Override
  public double extract(float[] x, int t, double[] out) {
    int n = options.length();
    long first = (long) t * options.shift() + margin;
    if (options.padding() != StftMel.Padding.NONE) {
      first -= options.fft() / 2;
    }
    if (first >= 0 && first + n <= x.length) {
      int from = (int) first;
      for (int i = 0; i < n; i++) {
        out[margin + i] = window[i] * x[from + i];
      }
    } else {
      for (int i = 0; i < n; i++) {
        out[margin + i] = window[i] * beyond(x, first + i, options.padding());
      }
    }
    return 0;
  }

  private static double beyond(float[] x, long i, StftMel.Padding padding) {
    if (i >= 0 && i < x.length) {
      return x[(int) i];
    }
    if (padding == StftMel.Padding.ZEROS) {
      return 0;
    }
    return x[(int) (i < 0 ? -i : 2L * (x.length - 1) - i)];
  }

  /** x[i] − c x[i−1] over the whole signal; before the first sample stands the second, or 0. */
  static float[] emphasized(float[] x, double c, boolean mirrored) {
    if (c == 0 || x.length < 2) {
      return x;
    }
    float[] out = new float[x.length];
    out[0] = (float) (x[0] - (mirrored ? c * x[1] : 0));
    for (int i = 1; i < x.length; i++) {
      out[i] = (float) (x[i] - c * x[i - 1]);
    }
    return out;
  }
}
