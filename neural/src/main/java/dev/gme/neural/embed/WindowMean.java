package dev.gme.neural.embed;

import dev.gme.core.GmeException;
import dev.gme.frontend.network.Windows;
import dev.gme.neural.network.Embedding;

/**
 * One embedding of those of a recording's windows: their mean weighted by frames, with the variance
 * of a mean of independent vectors; of meta-embeddings, their product. Sums are made in the order
 * of the windows.
 */
final class WindowMean {
  private final boolean normalized;
  private Embedding only;
  private int windows;
  private double weight;
  private double[] sum;
  private double[] variance;
  private double precision;

  WindowMean(Windows.Combine how) {
    this.normalized = how == Windows.Combine.NORMALIZED_MEAN;
  }

  void add(Embedding one, int frames) {
    float[] v = one.vector();
    boolean meta = !Double.isNaN(one.precision());
    double scale = normalized && !meta ? 1 / length(v) : 1;
    double w = meta ? 1 : frames;
    if (windows++ == 0) {
      only = one;
      sum = new double[v.length];
      variance = one.variances().isPresent() ? new double[v.length] : null;
    }
    weight += w;
    precision += one.precision();
    for (int k = 0; k < v.length; k++) {
      sum[k] += w * scale * v[k];
      if (variance != null) {
        variance[k] += w * w * scale * scale * one.variances().orElseThrow()[k];
      }
    }
  }

  private static double length(float[] v) {
    double square = 0;
    for (float x : v) {
      square += (double) x * x;
    }
    if (square == 0) {
      throw new GmeException(
          "the network gives a vector of zeros, which has no direction", "leave the recording out");
    }
    return Math.sqrt(square);
  }

  Embedding embedding() {
    if (windows == 0) {
      throw new GmeException("the recording holds no sound", "leave it out");
    }
    boolean meta = !Double.isNaN(precision);
    // A single vector stays as it is, to the last bit.
    if (windows == 1 && !normalized) {
      return only;
    }
    float[] mean = new float[sum.length];
    for (int k = 0; k < mean.length; k++) {
      mean[k] = (float) (meta ? sum[k] : sum[k] / weight);
    }
    if (meta) {
      return Embedding.ofMeta(mean, precision);
    }
    double scale = normalized ? 1 / length(mean) : 1;
    float[] variances = variance == null ? null : new float[mean.length];
    for (int k = 0; k < mean.length; k++) {
      mean[k] = (float) (scale * mean[k]);
      if (variances != null) {
        variances[k] = (float) (scale * scale * variance[k] / (weight * weight));
      }
    }
    return variances == null ? Embedding.of(mean) : Embedding.of(mean, variances);
  }
}
