package dev.gme.frontend.feature;

import dev.gme.core.linalg.FloatMatrix;

/**
 * Voice activity by energy, as Kaldi's compute-vad decides it: a frame is speech if enough of its
 * neighbours have a first coefficient (C0 or log energy) above a threshold that follows the mean of
 * the recording.
 *
 * @param threshold the constant part of the threshold
 * @param meanScale how much of the mean is added to it
 * @param context neighbours on each side, fewer at the ends of the recording
 * @param proportion of these that must lie above
 */
public record EnergyVad(double threshold, double meanScale, int context, double proportion) {
  /** The options that Kaldi's compute-vad has by default. */
  public static final EnergyVad DEFAULT = new EnergyVad(5, 0.5, 0, 0.6);

  public EnergyVad {
    if (!Double.isFinite(threshold)
        || !(meanScale >= 0)
        || context < 0
        || !(proportion > 0 && proportion < 1)) {
      throw new IllegalArgumentException(
          "threshold "
              + threshold
              + ", mean scale "
              + meanScale
              + ", context "
              + context
              + ", proportion "
              + proportion);
    }
  }

  /** Which frames are speech. */
  public boolean[] decide(FloatMatrix frames) {
    int n = frames.rows();
    double sum = 0;
    for (int t = 0; t < n; t++) {
      sum += frames.get(t, 0);
    }
    // Single precision as in Kaldi, so that a tie falls the same way.
    float limit = (float) (threshold + (n == 0 ? 0 : meanScale * sum / n));
    int[] above = new int[n + 1];
    for (int t = 0; t < n; t++) {
      above[t + 1] = above[t] + (frames.get(t, 0) > limit ? 1 : 0);
    }
    boolean[] speech = new boolean[n];
    for (int t = 0; t < n; t++) {
      int from = Math.max(0, t - context);
      int to = Math.min(n, t + context + 1);
      speech[t] = above[to] - above[from] >= (to - from) * (float) proportion;
    }
    return speech;
  }

  /** The frames that are speech. */
  public static FloatMatrix select(FloatMatrix frames, boolean[] speech) {
    if (speech.length != frames.rows()) {
      throw new IllegalArgumentException(
          speech.length + " decisions for " + frames.rows() + " frames");
    }
    int d = frames.cols();
    int n = 0;
    for (boolean s : speech) {
      n += s ? 1 : 0;
    }
    float[] out = new float[n * d];
    int at = 0;
    for (int t = 0; t < speech.length; t++) {
      if (speech[t]) {
        System.arraycopy(frames.array(), t * d, out, at, d);
        at += d;
      }
    }
    return FloatMatrix.wrap(n, d, out);
  }
}
