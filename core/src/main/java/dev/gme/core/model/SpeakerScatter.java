package dev.gme.core.model;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.HashMap;
import java.util.Map;

/**
 * Mean and covariances of labelled vectors (docs/math.md 3.9): within speakers, between speaker
 * means, and their sum. Recordings may carry weights: weight 2 counts as a recording twice.
 *
 * <p>Two passes over the data: deviations are taken from the means before they are squared, so that
 * large means cost no digits.
 */
public final class SpeakerScatter {
  private final double[] mean;
  private final DoubleMatrix within;
  private final DoubleMatrix between;
  private final int speakers;

  private SpeakerScatter(double[] mean, DoubleMatrix within, DoubleMatrix between, int speakers) {
    this.mean = mean;
    this.within = within;
    this.between = between;
    this.speakers = speakers;
  }

  /**
   * Of the rows of x.
   *
   * @param labels the speaker of each row, any numbers
   * @param weights a positive weight a row (0 leaves the row out), or null for 1 each
   */
  public static SpeakerScatter of(DoubleMatrix x, int[] labels, double[] weights) {
    int n = x.rows();
    int dim = x.cols();
    if (labels.length != n || (weights != null && weights.length != n)) {
      throw new IllegalArgumentException(
          n
              + " vectors need as many labels and weights, found "
              + labels.length
              + (weights == null ? "" : " and " + weights.length));
    }
    Require.finiteVectors(x, 0);
    Map<Integer, Integer> index = new HashMap<>();
    int[] speaker = new int[n];
    double[] w = new double[n];
    double total = 0;
    for (int j = 0; j < n; j++) {
      w[j] = weights == null ? 1 : weights[j];
      if (!(w[j] >= 0 && w[j] < Double.POSITIVE_INFINITY)) {
        throw new GmeException(
            "weight " + j + " must be finite and not negative, found " + w[j], "mend the weights");
      }
      if (w[j] > 0) {
        int next = index.size();
        speaker[j] = index.computeIfAbsent(labels[j], l -> next);
        total += w[j];
      }
    }
    int m = index.size();
    if (m == 0) {
      throw new GmeException("there are no vectors to learn from", "give training vectors");
    }

    double[] mean = new double[dim];
    double[] sums = new double[m * dim];
    double[] counts = new double[m];
    double[] data = x.array();
    for (int j = 0; j < n; j++) {
      counts[speaker[j]] += w[j];
      for (int i = 0; i < dim; i++) {
        sums[speaker[j] * dim + i] += w[j] * data[j * dim + i];
        mean[i] += w[j] * data[j * dim + i];
      }
    }
    for (int i = 0; i < dim; i++) {
      mean[i] /= total;
    }
    // Rows scaled by the root of their weight, so that a Gram matrix is the weighted scatter.
    double[] fromSpeaker = new double[n * dim];
    for (int j = 0; j < n; j++) {
      int s = speaker[j];
      double root = Math.sqrt(w[j] / total);
      for (int i = 0; i < dim; i++) {
        fromSpeaker[j * dim + i] =
            root == 0 ? 0 : root * (data[j * dim + i] - sums[s * dim + i] / counts[s]);
      }
    }
    double[] ofSpeaker = new double[m * dim];
    for (int s = 0; s < m; s++) {
      double root = Math.sqrt(counts[s] / total);
      for (int i = 0; i < dim; i++) {
        ofSpeaker[s * dim + i] = root * (sums[s * dim + i] / counts[s] - mean[i]);
      }
    }
    return new SpeakerScatter(
        mean,
        DoubleMatrix.wrap(n, dim, fromSpeaker).gram(),
        DoubleMatrix.wrap(m, dim, ofSpeaker).gram(),
        m);
  }

  public double[] mean() {
    return mean.clone();
  }

  /** Sw: the covariance of recordings about their speaker's mean. */
  public DoubleMatrix within() {
    return within;
  }

  /** Sb: the covariance of the speakers' means, each counted with its recordings. */
  public DoubleMatrix between() {
    return between;
  }

  /** St = Sw + Sb. */
  public DoubleMatrix total() {
    return within.plus(between);
  }

  public int speakers() {
    return speakers;
  }
}
