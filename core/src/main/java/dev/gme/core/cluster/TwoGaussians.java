package dev.gme.core.cluster;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.VectorMath;
import dev.gme.core.parallel.Workers;

/**
 * Two Gaussians of equal variance fitted to scores without labels, and the threshold where they
 * cross (docs/math.md 9.3).
 *
 * @param lowerWeight the share of the lower one; the upper one has the rest
 * @param lowerMean where the lower one is
 * @param upperMean where the upper one is
 * @param variance of both
 */
public record TwoGaussians(
    double lowerWeight, double lowerMean, double upperMean, double variance) {
  private static final int ITERATIONS = 20;

  /** Rows that a thread sums up in one go. */
  private static final int CHUNK = 16;

  /** Fits the scores of all pairs i &lt; j by EM; needs two different ones at least. */
  public static TwoGaussians ofPairs(DoubleMatrix scores) {
    int n = scores.rows();
    double pairs = 0.5 * n * (n - 1.0);
    double mean = sums(scores, 1, TwoGaussians::addScores)[0] / pairs;
    double variance =
        sums(scores, 1, (m, x, buffer, sum) -> addSquares(m, x, mean, sum))[0] / pairs;
    if (!(variance > 0)) {
      throw new IllegalArgumentException(
          "two Gaussians need scores that differ, found variance " + variance);
    }
    double sd = Math.sqrt(variance);
    TwoGaussians fit = new TwoGaussians(0.5, mean - sd, mean + sd, variance);
    for (int i = 0; i < ITERATIONS; i++) {
      fit = fit.next(scores, pairs);
    }
    return fit;
  }

  private static void addScores(int m, double[] x, double[] buffer, double[] sum) {
    for (int i = 0; i < m; i++) {
      sum[0] += x[i];
    }
  }

  private static void addSquares(int m, double[] x, double mean, double[] sum) {
    for (int i = 0; i < m; i++) {
      sum[0] += (x[i] - mean) * (x[i] - mean);
    }
  }

  private TwoGaussians next(DoubleMatrix scores, double pairs) {
    // Moments about the means of before, which are near: one pass, and nothing to speak of cancels.
    double[] s = sums(scores, 5, this::addMoments);
    double ofLower = pairs - s[0];
    double down = s[1] / ofLower;
    double up = s[2] / s[0];
    double squares = s[3] - ofLower * down * down + s[4] - s[0] * up * up;
    return new TwoGaussians(
        ofLower / pairs, lowerMean + down, upperMean + up, Math.max(0, squares) / pairs);
  }

  /** Adds the share of the upper one, and the first and second moments of both. */
  private void addMoments(int m, double[] x, double[] buffer, double[] sum) {
    // The responsibility of the upper one has odds that are linear in the score.
    double slope = (upperMean - lowerMean) / variance;
    double t = threshold();
    for (int i = 0; i < m; i++) {
      buffer[i] = slope * (t - x[i]);
    }
    VectorMath.exp(m, buffer, 0, buffer, 0);
    for (int i = 0; i < m; i++) {
      double upper = 1 / (1 + buffer[i]);
      double lo = x[i] - lowerMean;
      double hi = x[i] - upperMean;
      sum[0] += upper;
      sum[1] += (1 - upper) * lo;
      sum[2] += upper * hi;
      sum[3] += (1 - upper) * lo * lo;
      sum[4] += upper * hi * hi;
    }
  }

  /** How many standard deviations the means are apart. */
  public double distance() {
    return (upperMean - lowerMean) / Math.sqrt(variance);
  }

  /** Where the two weighted densities are equal. */
  public double threshold() {
    return 0.5 * (lowerMean + upperMean)
        + variance * Math.log(lowerWeight / (1 - lowerWeight)) / (upperMean - lowerMean);
  }

  /** Adds the terms of m scores, with a buffer of as many numbers. */
  private interface Terms {
    void add(int m, double[] scores, double[] buffer, double[] sum);
  }

  /** Sums over all pairs: chunks of rows, then the chunks in their order. */
  private static double[] sums(DoubleMatrix scores, int terms, Terms of) {
    int n = scores.rows();
    double[][] parts = new double[(n + CHUNK - 1) / CHUNK][terms];
    Workers.forEach(
        parts.length,
        c -> {
          double[] row = new double[n];
          double[] buffer = new double[n];
          for (int i = c * CHUNK; i < Math.min(n, (c + 1) * CHUNK); i++) {
            System.arraycopy(scores.array(), i * n + i + 1, row, 0, n - 1 - i);
            of.add(n - 1 - i, row, buffer, parts[c]);
          }
        });
    double[] out = new double[terms];
    for (double[] part : parts) {
      for (int k = 0; k < terms; k++) {
        out[k] += part[k];
      }
    }
    return out;
  }
}
