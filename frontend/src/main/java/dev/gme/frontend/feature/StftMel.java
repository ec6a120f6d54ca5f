package dev.gme.frontend.feature;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.linalg.MatrixView;

/**
 * Filter energies of a short-time Fourier transform whose frames lie around their times, as
 * torchaudio, librosa, SpeechBrain and NeMo make them (docs/math.md 8.7); beside {@link
 * FilterBank}, which is Kaldi's. Safe for several threads at a time.
 *
 * <pre>{@code
 * StftMel mel = new StftMel(StftMel.Options.defaults(80), 16000);
 * FloatMatrix frames = mel.compute(samples);          // a frame a row
 * }</pre>
 */
public final class StftMel {
  private static final double DECIBEL = 10 / Math.log(10);

  /** What stands beyond the ends of the recording. */
  public enum Padding {
    /** The recording backwards; its first and last sample are not repeated. */
    MIRRORED,
    ZEROS,
    /** Nothing: frames lie within the recording. */
    NONE
  }

  /** The scale on which filters are spaced evenly. */
  public enum Scale {
    HTK,
    SLANEY
  }

  /** What the filters look like: triangles over frequency. */
  public enum Triangles {
    /** From the centre of the filter before to that of the next. */
    NEIGHBOURS,
    /** As wide above their centre as below it: SpeechBrain's. */
    SYMMETRIC
  }

  /** The logarithm that is taken. */
  public enum Log {
    NONE,
    NATURAL,
    /** Ten times that to base 10. */
    DECIBEL
  }

  /**
   * How spectra and filters are made. Lengths are in samples.
   *
   * @param fft samples that are transformed; even
   * @param length of the window, in the middle of these
   * @param shift from a frame to the next
   * @param window the window
   * @param periodic whether the window would go on after its last sample, else it ends with it
   * @param padding what stands beyond the ends of the recording
   * @param preemphasis coefficient of a high-pass over the whole signal, 0 for none
   * @param mirroredStart whether, for that, the signal begins with its second sample mirrored; else
   *     with a zero
   * @param bands number of filters
   * @param low lower end of the first, in Hz
   * @param high upper end of the last, in Hz; 0 for half the sample rate
   * @param scale on which they are spaced
   * @param areaNorm whether each is divided by half its width in Hz
   * @param triangles their shape
   * @param power whether they weight the power of the spectrum, not its magnitude
   * @param log the logarithm
   * @param add what is added before it
   * @param floor the least number it is taken of
   * @param top nothing lies further below the largest value of the recording; 0 for no such limit
   * @param cepstra how many coefficients of the cosine transform; 0 for the bands themselves
   */
  public record Options(
      int fft,
      int length,
      int shift,
      WindowType window,
      boolean periodic,
      Padding padding,
      double preemphasis,
      boolean mirroredStart,
      int bands,
      double low,
      double high,
      Scale scale,
      boolean areaNorm,
      Triangles triangles,
      boolean power,
      Log log,
      double add,
      double floor,
      double top,
      int cepstra) {
    public Options {
      require(fft >= 4 && fft <= 1 << 16 && fft % 2 == 0, "an even fft from 4 to 65536", fft);
      require(length >= 2 && length <= fft, "a length from 2 to the fft", length);
      require(shift >= 1 && shift <= 1 << 20, "a shift of at least 1", shift);
      require(preemphasis >= 0 && preemphasis <= 1, "a pre-emphasis from 0 to 1", preemphasis);
      require(bands >= 1 && bands <= 1000, "a number of bands from 1 to 1000", bands);
      require(low >= 0 && low < 1e6, "a low frequency of at least 0", low);
      require(high == 0 || (high > low && high < 1e6), "a high frequency above the low one", high);
      require(add >= 0 && add < 1e9, "an added number of at least 0", add);
      require(floor >= 0 && floor < 1e9, "a floor of at least 0", floor);
      require(log == Log.NONE || add + floor > 1e-300, "a logarithm with a floor above 0", floor);
      require(top >= 0 && top < 1e9, "a top of at least 0", top);
      require(cepstra >= 0 && cepstra <= bands, "a number of cepstra up to the bands", cepstra);
    }

    private static void require(boolean condition, String expected, double found) {
      if (!condition) {
        throw new IllegalArgumentException("expected " + expected + ", found " + found);
      }
    }

    /** 25 ms every 10 ms at 16 kHz, Hann's window, HTK's mel scale, natural logarithm. */
    public static Options defaults(int bands) {
      return new Options(
          512,
          400,
          160,
          WindowType.HANNING,
          true,
          Padding.MIRRORED,
          0,
          true,
          bands,
          0,
          0,
          Scale.HTK,
          false,
          Triangles.NEIGHBOURS,
          true,
          Log.NATURAL,
          0,
          1e-10,
          0,
          0);
    }

    /** Numbers of a frame. */
    public int dimension() {
      return cepstra > 0 ? cepstra : bands;
    }

    /** Samples that the first frame needs. */
    public int leastSamples() {
      return switch (padding) {
        case NONE -> fft;
        case MIRRORED -> fft / 2 + 1;
        case ZEROS -> 1;
      };
    }
  }

  private final Options options;
  private final MelSpectrum spectrum;

  /** The cosine transform, a coefficient a row; null without cepstra. */
  private final double[] cosines;

  /**
   * Features of recordings at a rate.
   *
   * @throws IllegalArgumentException if the filters do not fit the rate
   */
  public StftMel(Options options, int rate) {
    this.options = options;
    MelBanks banks =
        new MelBanks(options.bands, rate, options.fft, new MelTriangles(options, rate));
    MelSpectrum.Log log =
        switch (options.log) {
          case NONE -> null;
          case NATURAL -> new MelSpectrum.Log(options.add, options.floor, 1);
          case DECIBEL -> new MelSpectrum.Log(options.add, options.floor, DECIBEL);
        };
    this.spectrum =
        new MelSpectrum(new StftFrames(options), options.fft, banks, options.power, log);
    this.cosines = options.cepstra > 0 ? Mfcc.cosines(options.cepstra, options.bands, 0) : null;
  }

  /** One row of features a frame; fewer samples than {@link Options#leastSamples} have none. */
  public FloatMatrix compute(float[] samples) {
    int bands = options.bands;
    float[] x = StftFrames.emphasized(samples, options.preemphasis, options.mirroredStart);
    FloatMatrix mel =
        spectrum.compute(
            x,
            bands,
            (n, energies, logEnergy, out, at) -> {
              for (int i = 0; i < n * bands; i++) {
                out[at + i] = (float) energies[i];
              }
            });
    if (options.top > 0) {
      limit(mel.array(), options.top);
    }
    return cosines == null ? mel : cepstra(mel);
  }

  private static void limit(float[] values, double top) {
    float largest = Float.NEGATIVE_INFINITY;
    for (float v : values) {
      largest = Math.max(largest, v);
    }
    float least = (float) (largest - top);
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(values[i], least);
    }
  }

  private FloatMatrix cepstra(FloatMatrix mel) {
    int n = mel.rows();
    int d = options.cepstra;
    double[] c = new double[Math.multiplyExact(n, d)];
    Blas.gemm(
        1,
        MatrixView.of(mel.toDoubles().array(), n, options.bands),
        MatrixView.of(cosines, d, options.bands).transpose(),
        0,
        MatrixView.of(c, n, d));
    float[] out = new float[c.length];
    for (int i = 0; i < c.length; i++) {
      out[i] = (float) c[i];
    }
    return FloatMatrix.wrap(n, d, out);
  }
}
