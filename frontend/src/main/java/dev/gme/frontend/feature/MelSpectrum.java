package dev.gme.frontend.feature;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.linalg.VectorMath;
import dev.gme.core.parallel.Workers;

/** What filterbanks and cepstra have in common: frames, spectra, filter energies, in blocks. */
final class MelSpectrum {
  /** Frames that are worked on together: their filter energies stay in the cache. */
  private static final int BLOCK = 128;

  /** Cuts recordings into windowed frames. */
  interface Frames {
    /** How many frames so many samples have. */
    int frames(int samples);

    /**
     * Frame number {@code t} with the zeros around it.
     *
     * @return the logarithm of its energy, where that is a feature
     */
    double extract(float[] x, int t, double[] out);
  }

  /**
   * What becomes of an energy: {@code scale · log(max(energy + added, floor))}.
   *
   * @param added before the logarithm
   * @param floor least number that a logarithm is taken of
   * @param scale of the logarithm
   */
  record Log(double added, double floor, double scale) {
    void apply(double[] energies) {
      for (int i = 0; i < energies.length; i++) {
        energies[i] = Math.max(energies[i] + added, floor);
      }
      VectorMath.log(energies.length, energies, 0, energies, 0);
      for (int i = 0; scale != 1 && i < energies.length; i++) {
        energies[i] *= scale;
      }
    }
  }

  private final Frames frames;
  private final int fft;
  private final PowerSpectrum spectrum;
  private final MelBanks banks;
  private final boolean power;

  /** Null for none. */
  private final Log log;

  /**
   * Filter energies.
   *
   * @param fft samples of a frame with the zeros around it
   * @param power whether filters weight the power of the spectrum, not its magnitude
   * @param log null for none
   */
  MelSpectrum(Frames frames, int fft, MelBanks banks, boolean power, Log log) {
    this.frames = frames;
    this.fft = fft;
    this.spectrum = new PowerSpectrum(fft);
    this.banks = banks;
    this.power = power;
    this.log = log;
  }

  /** Kaldi's. */
  static MelSpectrum kaldi(
      FrameOptions options, MelOptions mel, boolean rawEnergy, boolean power, boolean log) {
    int fft = options.paddedLength();
    return new MelSpectrum(
        new Framing(options, rawEnergy),
        fft,
        new MelBanks(mel, options.sampleFrequency(), fft),
        power,
        log ? new Log(0, Framing.FLOOR, 1) : null);
  }

  /** Makes the features of some frames out of their filter energies. */
  interface Finish {
    /**
     * Finishes a block of frames.
     *
     * @param n number of frames
     * @param mel their filter energies, a frame a row
     * @param logEnergy of each
     * @param out where their features go
     * @param at the first one's index there
     */
    void accept(int n, double[] mel, double[] logEnergy, float[] out, int at);
  }

  FloatMatrix compute(float[] x, int dimension, Finish finish) {
    int n = frames.frames(x.length);
    float[] out = new float[Math.multiplyExact(n, dimension)];
    Workers.forEach(
        (n + BLOCK - 1) / BLOCK,
        b -> {
          int from = b * BLOCK;
          int some = Math.min(BLOCK, n - from);
          double[] logEnergy = new double[some];
          double[] mel = energies(x, from, some, logEnergy);
          finish.accept(some, mel, logEnergy, out, from * dimension);
        });
    return FloatMatrix.wrap(n, dimension, out);
  }

  private double[] energies(float[] x, int from, int n, double[] logEnergy) {
    PowerSpectrum own = spectrum.copy();
    double[] frame = new double[fft];
    double[] bins = new double[fft / 2];
    double[] mel = new double[n * banks.bins()];
    for (int t = 0; t < n; t++) {
      logEnergy[t] = frames.extract(x, from + t, frame);
      own.compute(frame, bins);
      for (int i = 0; !power && i < bins.length; i++) {
        bins[i] = Math.sqrt(bins[i]);
      }
      banks.apply(bins, mel, t * banks.bins());
    }
    if (log != null) {
      log.apply(mel);
    }
    return mel;
  }

  /** The energy with a floor: Kaldi's option energy-floor, 0 for none. */
  static double floored(double logEnergy, double energyFloor) {
    return energyFloor > 0 ? Math.max(logEnergy, Math.log(energyFloor)) : logEnergy;
  }
}
