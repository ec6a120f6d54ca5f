package dev.gme.frontend.network;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.frontend.feature.SlidingCmvn;

/**
 * What is done to the frames of a recording, column by column, before a network sees them.
 *
 * @param kind what
 * @param seconds of a window that moves with the frame, as Kaldi's; 0 for the whole recording
 */
public record Normalization(Kind kind, double seconds) {
  /** What is normalized. */
  public enum Kind {
    NONE,
    /** The mean is subtracted. */
    MEAN,
    /** Then it is divided by the standard deviation. */
    MEAN_VARIANCE,
    /** NeMo's: the same by the unbiased standard deviation and 1e-5. */
    PER_FEATURE
  }

  /** Nothing is done. */
  public static final Normalization NONE = new Normalization(Kind.NONE, 0);

  /** The mean of the recording is subtracted. */
  public static final Normalization MEAN = new Normalization(Kind.MEAN, 0);

  /** What wav2vec's feature extractor adds to a variance. */
  private static final double ADDED_VARIANCE = 1e-7;

  private static final double NEMO_ADDED = 1e-5;

  public Normalization {
    SpecChecks.require(
        seconds >= 0 && seconds <= 1e6, "a window of 0 or more seconds for the mean", seconds);
    SpecChecks.require(
        seconds == 0 || kind == Kind.MEAN || kind == Kind.MEAN_VARIANCE,
        "a window for mean or mean-variance",
        kind);
  }

  /** The normalized frames. */
  public FloatMatrix apply(FloatMatrix frames, double framesPerSecond) {
    if (kind == Kind.NONE) {
      return frames;
    }
    if (seconds > 0) {
      int window = (int) Math.max(1, Math.min(Math.rint(seconds * framesPerSecond), 1 << 30));
      return new SlidingCmvn(window, 100, true, kind == Kind.MEAN_VARIANCE).apply(frames);
    }
    return overAll(frames);
  }

  private FloatMatrix overAll(FloatMatrix frames) {
    int n = frames.rows();
    int d = frames.cols();
    float[] x = frames.array();
    double[] mean = new double[d];
    for (int i = 0; i < x.length; i += d) {
      for (int k = 0; k < d; k++) {
        mean[k] += x[i + k];
      }
    }
    for (int k = 0; k < d; k++) {
      mean[k] /= n;
    }
    double[] scale = kind == Kind.MEAN ? null : scales(x, mean, n);
    float[] out = new float[x.length];
    for (int i = 0; i < x.length; i += d) {
      for (int k = 0; k < d; k++) {
        double v = x[i + k] - mean[k];
        out[i + k] = (float) (scale == null ? v : v * scale[k]);
      }
    }
    return FloatMatrix.wrap(n, d, out);
  }

  private double[] scales(float[] x, double[] mean, int n) {
    int d = mean.length;
    double[] scale = new double[d];
    for (int i = 0; i < x.length; i += d) {
      for (int k = 0; k < d; k++) {
        double v = x[i + k] - mean[k];
        scale[k] += v * v;
      }
    }
    for (int k = 0; k < d; k++) {
      scale[k] =
          kind == Kind.PER_FEATURE
              ? 1 / (Math.sqrt(scale[k] / Math.max(1, n - 1)) + NEMO_ADDED)
              : 1 / Math.sqrt(scale[k] / n + ADDED_VARIANCE);
    }
    return scale;
  }

  /** A word, or a word with seconds, as {@link DescriptionReader} reads it. */
  Object toTree() {
    String word = StftSpec.word(kind);
    return seconds == 0 ? word : java.util.Map.of(word, seconds);
  }
}
