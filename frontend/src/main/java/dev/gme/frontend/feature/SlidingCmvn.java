package dev.gme.frontend.feature;

import dev.gme.core.linalg.FloatMatrix;

/**
 * Mean and variance normalization over a window that moves with the frame, as Kaldi's
 * apply-cmvn-sliding does it.
 *
 * @param window frames of the window; without {@code center} it is the frame and this many before
 * @param minWindow how far ahead a window without {@code center} may look at the beginning
 * @param center whether the window has the frame in its middle; at the ends it is moved, not cut
 * @param normalizeVariance whether to divide by the standard deviation
 */
public record SlidingCmvn(int window, int minWindow, boolean center, boolean normalizeVariance) {
  /** The options that Kaldi's apply-cmvn-sliding has by default. */
  public static final SlidingCmvn DEFAULT = new SlidingCmvn(600, 100, false, false);

  /** Below it a variance is not believed. */
  private static final double VARIANCE_FLOOR = 1e-10;

  public SlidingCmvn {
    if (window < 1 || minWindow < 1) {
      throw new IllegalArgumentException("windows of " + window + " and " + minWindow + " frames");
    }
  }

  /** The paper's: mean and variance over 3 s of 10 ms frames. */
  public static SlidingCmvn paper() {
    return new SlidingCmvn(300, 100, true, true);
  }

  public FloatMatrix apply(FloatMatrix frames) {
    int n = frames.rows();
    int d = frames.cols();
    float[] x = frames.array();
    float[] out = new float[x.length];
    double[] sum = new double[d];
    double[] squares = new double[d];
    int from = 0;
    int to = 0;
    for (int t = 0; t < n; t++) {
      int start = start(t, n);
      int end = end(t, n);
      for (; to < end; to++) {
        add(1, x, to * d, sum, squares);
      }
      for (; from < start; from++) {
        add(-1, x, from * d, sum, squares);
      }
      int count = end - start;
      for (int k = 0; k < d; k++) {
        double mean = sum[k] / count;
        double v = x[t * d + k] - mean;
        if (normalizeVariance) {
          double variance = Math.max(squares[k] / count - mean * mean, VARIANCE_FLOOR);
          v = count == 1 ? 0 : v / Math.sqrt(variance);
        }
        out[t * d + k] = (float) v;
      }
    }
    return FloatMatrix.wrap(n, d, out);
  }

  private static void add(int sign, float[] x, int at, double[] sum, double[] squares) {
    for (int k = 0; k < sum.length; k++) {
      double v = x[at + k];
      sum[k] += sign * v;
      squares[k] += sign * (v * v);
    }
  }

  /** First frame of the window of frame t. */
  private int start(int t, int n) {
    int late = Math.max(0, uncutEnd(t) - n);
    return Math.max(0, Math.max(0, t - (center ? window / 2 : window)) - late);
  }

  /** One behind the last frame of the window. */
  private int end(int t, int n) {
    return Math.min(n, uncutEnd(t));
  }

  private int uncutEnd(int t) {
    return center ? Math.max(0, t - window / 2) + window : Math.max(t + 1, minWindow);
  }
}
