package dev.gme.frontend.feature;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.linalg.VectorMath;
import dev.gme.core.parallel.Workers;
import dev.gme.frontend.audio.Audio;

/** What filterbanks and cepstra have in common: frames, spectra, filter energies, in blocks. */
final class MelSpectrum {
  /** Frames that are worked on together: their filter energies stay in the cache. */
  private static final int BLOCK = 128;

  private final FrameOptions options;
  private final Framing framing;
  private final PowerSpectrum spectrum;
  private final MelBanks banks;

  /** Whether the energy of a frame is that before pre-emphasis and window. */
  private final boolean rawEnergy;

  private final boolean power;
  private final boolean log;

  MelSpectrum(FrameOptions options, MelOptions mel, boolean rawEnergy, boolean power, boolean log) {
    this.options = options;
    this.framing = new Framing(options);
    this.spectrum = new PowerSpectrum(options.paddedLength());
    this.banks = new MelBanks(mel, options.sampleFrequency(), options.paddedLength());
    this.rawEnergy = rawEnergy;
    this.power = power;
    this.log = log;
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

  FloatMatrix compute(Audio audio, int dimension, Finish finish) {
    if (audio.rate() != options.sampleFrequency()) {
      throw new GmeException(
          "a recording has "
              + audio.rate()
              + " samples per second, the features expect "
              + (int) options.sampleFrequency(),
          "resample the recording, or set the sample frequency of the features");
    }
    int frames = framing.frames(audio.length());
    float[] out = new float[Math.multiplyExact(frames, dimension)];
    int blocks = (frames + BLOCK - 1) / BLOCK;
    Workers.forEach(
        blocks,
        b -> {
          int from = b * BLOCK;
          int n = Math.min(BLOCK, frames - from);
          double[] logEnergy = new double[n];
          double[] mel = energies(audio.samples(), from, n, logEnergy);
          finish.accept(n, mel, logEnergy, out, from * dimension);
        });
    return FloatMatrix.wrap(frames, dimension, out);
  }

  private double[] energies(float[] x, int from, int n, double[] logEnergy) {
    PowerSpectrum own = spectrum.copy();
    double[] frame = new double[options.paddedLength()];
    double[] bins = new double[options.paddedLength() / 2];
    double[] mel = new double[n * banks.bins()];
    for (int t = 0; t < n; t++) {
      logEnergy[t] = framing.extract(x, from + t, frame, rawEnergy);
      own.compute(frame, bins);
      for (int i = 0; !power && i < bins.length; i++) {
        bins[i] = Math.sqrt(bins[i]);
      }
      banks.apply(bins, mel, t * banks.bins());
    }
    if (log) {
      for (int i = 0; i < mel.length; i++) {
        mel[i] = Math.max(mel[i], Framing.FLOOR);
      }
      VectorMath.log(mel.length, mel, 0, mel, 0);
    }
    return mel;
  }

  /** The energy with a floor: Kaldi's option energy-floor, 0 for none. */
  static double floored(double logEnergy, double energyFloor) {
    return energyFloor > 0 ? Math.max(logEnergy, Math.log(energyFloor)) : logEnergy;
  }
}
