package dev.gme.frontend.feature;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.Blas;
import dev.gme.core.math.SeededRandom;
import dev.gme.frontend.audio.Audio;

/** Cuts a recording into windowed frames, as Kaldi does. */
final class Framing implements MelSpectrum.Frames {
  /** What a logarithm is taken of at least, so that digital silence has one: float's epsilon. */
  static final double FLOOR = 1.1920928955078125e-7;

  private final FrameOptions options;
  private final int length;
  private final int shift;
  private final double[] window;

  /** Whether the energy is that before pre-emphasis and window. */
  private final boolean raw;

  Framing(FrameOptions options, boolean raw) {
    this.options = options;
    this.raw = raw;
    this.length = options.length();
    this.shift = options.shift();
    this.window = options.window().window(length, options.blackmanCoefficient());
  }

  @Override
  public int frames(int samples) {
    if (!options.snipEdges()) {
      return (int) ((samples + (long) shift / 2) / shift);
    }
    return samples < length ? 0 : 1 + (samples - length) / shift;
  }

  @Override
  public double extract(float[] x, int t, double[] out) {
    cut(x, t, out);
    if (options.dither() > 0) {
      SeededRandom random = new SeededRandom(options.ditherSeed(), t);
      for (int i = 0; i < length; i++) {
        out[i] += options.dither() * random.nextGaussian();
      }
    }
    if (options.removeDcOffset()) {
      double mean = sum(out) / length;
      for (int i = 0; i < length; i++) {
        out[i] -= mean;
      }
    }
    double logEnergy = raw ? logEnergy(out) : 0;
    double c = options.preemphasis();
    double before = out[0];
    for (int i = 0; i < length; i++) {
      double v = out[i];
      out[i] = (v - c * before) * window[i];
      before = v;
    }
    return raw ? logEnergy : logEnergy(out);
  }

  private void cut(float[] x, int t, double[] out) {
    long first = (long) t * shift;
    if (!options.snipEdges()) {
      first += shift / 2 - length / 2;
    }
    if (first >= 0 && first + length <= x.length) {
      int from = (int) first;
      for (int i = 0; i < length; i++) {
        out[i] = x[from + i];
      }
    } else {
      for (int i = 0; i < length; i++) {
        out[i] = x[mirrored(first + i, x.length)];
      }
    }
    java.util.Arrays.fill(out, length, out.length, 0);
  }

  /** Refuses a recording of another rate. */
  static float[] samples(Audio audio, FrameOptions options) {
    if (audio.rate() != options.sampleFrequency()) {
      throw new GmeException(
          "a recording has "
              + audio.rate()
              + " samples per second, the features expect "
              + (int) options.sampleFrequency(),
          "resample the recording, or set the sample frequency of the features");
    }
    return audio.samples();
  }

  /** The sample that stands for one before the beginning or behind the end. */
  private static int mirrored(long i, int n) {
    long at = i;
    while (at < 0 || at >= n) {
      at = at < 0 ? -at - 1 : 2L * n - 1 - at;
    }
    return (int) at;
  }

  /** In four lanes, since each addition would wait for the one before. */
  private double sum(double[] frame) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 3 < length; i += 4) {
      s0 += frame[i];
      s1 += frame[i + 1];
      s2 += frame[i + 2];
      s3 += frame[i + 3];
    }
    for (; i < length; i++) {
      s0 += frame[i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  private double logEnergy(double[] frame) {
    return Math.log(Math.max(Blas.dot(length, frame, 0, frame, 0), FLOOR));
  }
}
