package dev.gme.frontend.feature;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.linalg.MatrixView;
import dev.gme.frontend.audio.Audio;

/**
 * Mel-frequency cepstral coefficients, as Kaldi's compute-mfcc-feats makes them.
 *
 * <pre>{@code
 * Mfcc mfcc = new Mfcc(Mfcc.Options.paper(8000));
 * FloatMatrix frames = mfcc.compute(Audio.read(file).atRate(8000));
 * }</pre>
 */
public final class Mfcc {
  /**
   * Kaldi's options of the same names.
   *
   * @param frame how frames are cut
   * @param mel the filters
   * @param coefficients how many, C0 included
   * @param useEnergy whether the log energy of the frame takes the place of C0
   * @param energyFloor below it that energy does not go; 0 for none
   * @param rawEnergy whether it is taken before pre-emphasis and window
   * @param lifter Q of the liftering 1 + Q/2 sin(πk/Q), 0 for none
   * @param htkCompatible whether C0 or the energy comes last, C0 times √2
   */
  public record Options(
      FrameOptions frame,
      MelOptions mel,
      int coefficients,
      boolean useEnergy,
      double energyFloor,
      boolean rawEnergy,
      double lifter,
      boolean htkCompatible) {
    public Options {
      if (coefficients < 1 || coefficients > mel.bins()) {
        throw new IllegalArgumentException(
            coefficients + " cepstral coefficients of " + mel.bins() + " filters");
      }
      FrameOptions.require(energyFloor >= 0, "energy floor", energyFloor);
      FrameOptions.require(lifter >= 0, "lifter", lifter);
    }

    /** Kaldi's default options at a sample frequency. */
    public static Options defaults(double sampleFrequency) {
      return new Options(
          FrameOptions.defaults(sampleFrequency), MelOptions.DEFAULT, 13, true, 0, true, 22, false);
    }

    /**
     * The paper's 20 coefficients with C0; filters as usual for telephone or for wideband speech.
     */
    public static Options paper(double sampleFrequency) {
      boolean telephone = sampleFrequency < 16000;
      MelOptions mel = telephone ? new MelOptions(23, 20, 3700) : new MelOptions(30, 20, 7600);
      return new Options(
          FrameOptions.defaults(sampleFrequency), mel, 20, false, 0, true, 22, false);
    }
  }

  private final Options options;
  private final MelSpectrum spectrum;

  /** The cosine transform with the lifter in it, a coefficient a row. */
  private final double[] cosines;

  public Mfcc(Options options) {
    this.options = options;
    this.spectrum = MelSpectrum.kaldi(options.frame, options.mel, options.rawEnergy, true, true);
    this.cosines = cosines(options.coefficients, options.mel.bins(), options.lifter);
  }

  /** The orthonormal cosine transform of so many bins, with a lifter in it. */
  static double[] cosines(int coefficients, int bins, double lifter) {
    double[] cosines = new double[coefficients * bins];
    for (int k = 0; k < coefficients; k++) {
      double scale = Math.sqrt((k == 0 ? 1.0 : 2.0) / bins) * lift(lifter, k);
      for (int b = 0; b < bins; b++) {
        cosines[k * bins + b] = scale * Math.cos(Math.PI / bins * (b + 0.5) * k);
      }
    }
    return cosines;
  }

  private static double lift(double q, int k) {
    return q == 0 ? 1 : 1 + 0.5 * q * Math.sin(Math.PI * k / q);
  }

  /** One row of features a frame; a recording shorter than a frame has none. */
  public FloatMatrix compute(Audio audio) {
    int bins = options.mel.bins();
    int d = options.coefficients;
    return spectrum.compute(
        Framing.samples(audio, options.frame),
        d,
        (n, mel, logEnergy, out, at) -> {
          double[] c = new double[n * d];
          Blas.gemm(
              1,
              MatrixView.of(mel, n, bins),
              MatrixView.of(cosines, d, bins).transpose(),
              0,
              MatrixView.of(c, n, d));
          for (int t = 0; t < n; t++) {
            if (options.useEnergy) {
              c[t * d] = MelSpectrum.floored(logEnergy[t], options.energyFloor);
            }
            finish(c, t * d, out, at + t * d);
          }
        });
  }

  private void finish(double[] c, int from, float[] out, int at) {
    int d = options.coefficients;
    if (!options.htkCompatible) {
      for (int k = 0; k < d; k++) {
        out[at + k] = (float) c[from + k];
      }
      return;
    }
    for (int k = 1; k < d; k++) {
      out[at + k - 1] = (float) c[from + k];
    }
    out[at + d - 1] = (float) (options.useEnergy ? c[from] : Math.sqrt(2) * c[from]);
  }
}
