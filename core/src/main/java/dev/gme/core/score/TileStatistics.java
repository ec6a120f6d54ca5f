package dev.gme.core.score;

import java.util.Arrays;

/**
 * What the plan of a tile needs to know of one side of it. Components are taken in groups of
 * neighbours (λ descends), whose ranks are chosen together.
 */
final class TileStatistics {
  /** Components in a group. */
  static final int GROUP = 8;

  /**
   * Where a tile's places are cut, as shares: finely at the ends, because errors are largest where
   * b is farthest from the middle of the tile.
   */
  private static final double[] CUTS = {
    0, 1 / 64.0, 1 / 32.0, 1 / 16.0, 1 / 8.0, 1 / 4.0, 1 / 2.0, 3 / 4.0, 7 / 8.0, 15 / 16.0,
    31 / 32.0, 63 / 64.0, 1
  };

  final double lowest;
  final double highest;

  /** Some b's that stand for all of the tile, and the share of recordings that each stands for. */
  final double[] samples;

  final double[] shares;

  /** The mean of a_k² over recordings and the components of a group. */
  final double[] power;

  private TileStatistics(double[] b, int from, int to, double[] power) {
    lowest = b[from];
    highest = b[to - 1];
    double[] means = new double[CUTS.length];
    double[] counts = new double[CUTS.length];
    int used = 0;
    int m = to - from;
    for (int c = 1; c < CUTS.length; c++) {
      int first = (int) Math.round(CUTS[c - 1] * m);
      int end = (int) Math.round(CUTS[c] * m);
      if (end > first) {
        double sum = 0;
        for (int i = first; i < end; i++) {
          sum += b[from + i];
        }
        means[used] = sum / (end - first);
        counts[used++] = (double) (end - first) / m;
      }
    }
    // The ends themselves for the outermost parts.
    means[0] = lowest;
    means[used - 1] = highest;
    samples = Arrays.copyOf(means, used);
    shares = Arrays.copyOf(counts, used);
    this.power = power;
  }

  double mean() {
    double sum = 0;
    for (int i = 0; i < samples.length; i++) {
      sum += samples[i] * shares[i];
    }
    return sum;
  }

  static int groups(int d) {
    return (d + GROUP - 1) / GROUP;
  }

  /** Components from {@code g · GROUP} on that belong to group g. */
  static int groupSize(int d, int g) {
    return Math.min(GROUP, d - g * GROUP);
  }

  /**
   * Of places {@code from} to {@code to}.
   *
   * @param squares Σ a_k² over these
   */
  static TileStatistics of(double[] b, int from, int to, double[] squares) {
    int d = squares.length;
    double[] power = new double[groups(d)];
    for (int g = 0; g < power.length; g++) {
      int size = groupSize(d, g);
      for (int k = g * GROUP; k < g * GROUP + size; k++) {
        power[g] += squares[k];
      }
      power[g] /= (double) size * (to - from);
    }
    return new TileStatistics(b, from, to, power);
  }

  /** What a model that fits would give: a_k has mean bλz and variance bλ about it. */
  static TileStatistics expected(double[] lambda, double[] b, int from, int to) {
    double[] power = new double[groups(lambda.length)];
    TileStatistics out = new TileStatistics(b, from, to, power);
    for (int g = 0; g < power.length; g++) {
      double l = lambda[g * GROUP + groupSize(lambda.length, g) / 2];
      for (int i = 0; i < out.samples.length; i++) {
        double bl = out.samples[i] * l;
        power[g] += (bl + 1) * bl * out.shares[i];
      }
    }
    return out;
  }

  /** The mean of ½ Σ a_k²/(1 + λ_k b), about. */
  double quadratic(double[] lambda) {
    double sum = 0;
    for (int g = 0; g < power.length; g++) {
      int size = groupSize(lambda.length, g);
      sum += 0.5 * size * power[g] / (1 + lambda[g * GROUP + size / 2] * lowest);
    }
    return sum;
  }
}
