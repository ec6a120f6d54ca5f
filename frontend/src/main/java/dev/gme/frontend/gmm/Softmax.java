package dev.gme.frontend.gmm;

import dev.gme.core.linalg.VectorMath;

/** From log-likelihoods to posteriors, on a part of an array. */
final class Softmax {
  private Softmax() {}

  static double max(double[] l, int at, int n) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = at; i < at + n; i++) {
      max = Math.max(max, l[i]);
    }
    return max;
  }

  /** log Σ exp l. */
  static double logSum(double[] l, int at, int n) {
    return normalize(java.util.Arrays.copyOfRange(l, at, at + n), 0, n);
  }

  /** Puts exp(l) / Σ exp(l) in the place of l and returns log Σ exp(l). */
  static double normalize(double[] l, int at, int n) {
    double max = max(l, at, n);
    for (int i = at; i < at + n; i++) {
      l[i] -= max;
    }
    VectorMath.exp(n, l, at, l, at);
    double sum = 0;
    for (int i = at; i < at + n; i++) {
      sum += l[i];
    }
    double scale = 1 / sum;
    for (int i = at; i < at + n; i++) {
      l[i] *= scale;
    }
    return max + Math.log(sum);
  }
}
