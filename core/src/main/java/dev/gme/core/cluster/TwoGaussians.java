package dev.gme.core.cluster;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import java.util.stream.IntStream;

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

  /** Fits the scores of all pairs i &lt; j by EM; needs two different ones at least. */
  public static TwoGaussians ofPairs(DoubleMatrix scores) {
    int n = scores.rows();
    double pairs = 0.5 * n * (n - 1.0);
    double mean = sums(scores, s -> new double[] {s})[0] / pairs;
    double variance = sums(scores, s -> new double[] {(s - mean) * (s - mean)})[0] / pairs;
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

  private TwoGaussians next(DoubleMatrix scores, double pairs) {
    // The responsibility of the upper one has odds that are linear in the score.
    double slope = (upperMean - lowerMean) / variance;
    double t = threshold();
    double[] s =
        sums(
            scores,
            x -> {
              double upper = 1 / (1 + Math.exp(slope * (t - x)));
              return new double[] {upper, upper * x, x};
            });
    double lower = (s[2] - s[1]) / (pairs - s[0]);
    double higher = s[1] / s[0];
    double squares =
        sums(
            scores,
            x -> {
              double upper = 1 / (1 + Math.exp(slope * (t - x)));
              double lo = x - lower;
              double hi = x - higher;
              return new double[] {(1 - upper) * lo * lo + upper * hi * hi};
            })[0];
    return new TwoGaussians((pairs - s[0]) / pairs, lower, higher, squares / pairs);
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

  /** Terms of one score. */
  private interface Terms {
    double[] of(double score);
  }

  /** Sums over all pairs: row by row, the rows in their order. */
  private static double[] sums(DoubleMatrix scores, Terms terms) {
    int n = scores.rows();
    double[][] rows = new double[n][];
    Workers.forEach(
        n,
        i -> {
          for (int j = i + 1; j < n; j++) {
            double[] x = terms.of(scores.array()[i * n + j]);
            if (rows[i] == null) {
              rows[i] = x;
            } else {
              for (int k = 0; k < x.length; k++) {
                rows[i][k] += x[k];
              }
            }
          }
        });
    return IntStream.range(0, Math.max(n - 1, 0))
        .mapToObj(i -> rows[i])
        .reduce(
            new double[3],
            (a, b) -> {
              double[] sum = a.clone();
              for (int k = 0; k < b.length; k++) {
                sum[k] += b[k];
              }
              return sum;
            });
  }
}
