package dev.gme.frontend.feature;

import dev.gme.core.linalg.FloatMatrix;

/**
 * Appends time derivatives, as Kaldi's add-deltas does: slopes of a line through {@code window}
 * frames on each side, and slopes of slopes; the first and the last frame are repeated outwards.
 *
 * @param order how many derivatives: 2 triples the dimension
 * @param window frames on each side
 */
public record Deltas(int order, int window) {
  /** Δ and ΔΔ over two frames on each side. */
  public static final Deltas DEFAULT = new Deltas(2, 2);

  public Deltas {
    if (order < 0 || order > 1000 || window < 1 || window > 1000) {
      throw new IllegalArgumentException("order " + order + " and window " + window);
    }
  }

  /** Frames of (1 + order) times the dimension. */
  public FloatMatrix append(FloatMatrix frames) {
    int n = frames.rows();
    int d = frames.cols();
    int wide = Math.multiplyExact(d, order + 1);
    float[] x = frames.array();
    float[] out = new float[Math.multiplyExact(n, wide)];
    double[] sum = new double[d];
    for (int o = 0; o <= order; o++) {
      double[] scales = scales(o);
      int side = scales.length / 2;
      for (int t = 0; t < n; t++) {
        java.util.Arrays.fill(sum, 0);
        for (int j = -side; j <= side; j++) {
          int from = Math.min(Math.max(t + j, 0), n - 1) * d;
          double scale = scales[side + j];
          for (int k = 0; k < d; k++) {
            sum[k] += scale * x[from + k];
          }
        }
        for (int k = 0; k < d; k++) {
          out[t * wide + o * d + k] = (float) sum[k];
        }
      }
    }
    return FloatMatrix.wrap(n, wide, out);
  }

  /** The weights of neighbouring frames: the slope convolved with itself. */
  private double[] scales(int o) {
    double[] scales = {1};
    double norm = 0;
    for (int j = -window; j <= window; j++) {
      norm += j * j;
    }
    for (int i = 0; i < o; i++) {
      double[] next = new double[scales.length + 2 * window];
      for (int j = -window; j <= window; j++) {
        for (int k = 0; k < scales.length; k++) {
          next[j + window + k] += j / norm * scales[k];
        }
      }
      scales = next;
    }
    return scales;
  }
}
