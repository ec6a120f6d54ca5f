package dev.gme.frontend.audio;

import dev.gme.core.GmeException;
import java.math.BigInteger;
import java.util.function.DoubleUnaryOperator;

/**
 * Changes the sample rate by a windowed sinc: a low-pass filter with a Kaiser window, evaluated at
 * the phases that the ratio of the two rates needs.
 *
 * <p>Of the lower of the two Nyquist frequencies, the lowest 90 % pass within 0.001 dB, and
 * everything above it is weaker by 100 dB or more. The filter has linear phase and no delay: output
 * sample k is the signal at time k / rate. Outside the recording the signal is taken as 0.
 */
public final class Resampler {
  /** Attenuation beyond the pass band in dB; 96 dB is the range of 16 bits. */
  private static final double ATTENUATION = 105;

  /** Width of the transition as a share of the lower Nyquist frequency. */
  private static final double TRANSITION = 0.1;

  /** Kaiser's formulas for the shape of the window and the number of its zero crossings. */
  private static final double BETA = 0.1102 * (ATTENUATION - 8.7);

  private static final double HALF_WIDTH = (ATTENUATION - 7.95) / (14.36 * TRANSITION);

  /** Zero crossings on each side, and cut-off, of Kaldi's filter. */
  private static final int KALDI_ZEROS = 6;

  private static final double KALDI_CUTOFF = 0.99;

  /** Enough for all usual pairs (11025 to 16000 Hz has 640 phases), and a bound for memory. */
  private static final int MAX_PHASES = 1 << 13;

  /** Output sample k lies at input sample k · step / phases. */
  private final int step;

  private final int phases;

  /** Taps on each side of the centre. */
  private final int side;

  /** One row of 2·side taps per phase. */
  private final float[][] taps;

  public Resampler(int from, int to) {
    this(from, to, 1 - TRANSITION / 2, Math.ceil(HALF_WIDTH / scale(from, to)), Resampler::kaiser);
  }

  /** Kaldi's filter, which is shorter and cuts off less sharply: for the same samples as there. */
  public static Resampler kaldi(int from, int to) {
    double width = KALDI_ZEROS / (KALDI_CUTOFF * scale(from, to));
    return new Resampler(from, to, KALDI_CUTOFF, width, t -> 0.5 * (1 + Math.cos(Math.PI * t)));
  }

  /** The lower of the two rates, relative to the first. */
  private static double scale(int from, int to) {
    if (from < 1 || to < 1) {
      throw new IllegalArgumentException("from " + from + " to " + to + " Hz");
    }
    return Math.min(1.0, (double) to / from);
  }

  /**
   * A filter of sincs under a window.
   *
   * @param share of the lower Nyquist frequency where it cuts off
   * @param width of the window to each side, in samples of the first rate
   * @param window from −1 to 1
   */
  private Resampler(int from, int to, double share, double width, DoubleUnaryOperator window) {
    int gcd = BigInteger.valueOf(from).gcd(BigInteger.valueOf(to)).intValue();
    step = from / gcd;
    phases = to / gcd;
    side = (int) Math.ceil(width);
    if (phases > MAX_PHASES || side > MAX_PHASES) {
      throw new GmeException(
          "resampling from " + from + " to " + to + " Hz has too many phases",
          "resample to a usual rate with another program first");
    }
    double cutoff = share * scale(from, to);
    taps = new float[phases][2 * side];
    for (int p = 0; p < phases; p++) {
      for (int j = 0; j < 2 * side; j++) {
        double t = side - 1 - j + (double) p / phases;
        double weight = Math.abs(t) >= width ? 0 : window.applyAsDouble(t / width);
        taps[p][j] = (float) (cutoff * sinc(cutoff * t) * weight);
      }
    }
  }

  private static double sinc(double t) {
    return t == 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t);
  }

  private static double kaiser(double t) {
    return bessel(BETA * Math.sqrt(1 - t * t)) / bessel(BETA);
  }

  /** The modified Bessel function I0 by its series. */
  private static double bessel(double v) {
    double sum = 1;
    double term = 1;
    for (int k = 1; term > 1e-17 * sum; k++) {
      term *= v / (2 * k) * (v / (2 * k));
      sum += term;
    }
    return sum;
  }

  /** All samples at the new rate, from the time of the first one to the time of the last. */
  public float[] resample(float[] x) {
    long length = ((long) x.length * phases + step - 1) / step;
    if (length > Integer.MAX_VALUE - 8) {
      throw new GmeException(
          "a recording of " + x.length + " samples is too long to be resampled",
          "cut it into segments first");
    }
    float[] y = new float[(int) length];
    for (int k = 0; k < y.length; k++) {
      long at = (long) k * step;
      int first = (int) (at / phases) - side + 1;
      float[] h = taps[(int) (at % phases)];
      double sum = 0;
      int to = Math.min(2 * side, x.length - first);
      for (int j = Math.max(0, -first); j < to; j++) {
        sum += h[j] * x[first + j];
      }
      y[k] = (float) sum;
    }
    return y;
  }
}
