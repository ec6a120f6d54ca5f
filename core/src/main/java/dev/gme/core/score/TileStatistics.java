package dev.gme.core.score;

import java.util.Arrays;

/** What the plan of a tile needs to know of one side of it. */
final class TileStatistics {
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

  /** How many times larger that is than what a model that fits would give; at least 1. */
  final double[] excess;

  private TileStatistics(ComponentGroups groups, double[] b, int from, int to, double[] squares) {
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
    power = new double[groups.count()];
    excess = new double[groups.count()];
    for (int g = 0; g < power.length; g++) {
      double expected = expected(groups.lambda[groups.middle(g)]);
      power[g] = expected;
      excess[g] = 1;
      if (squares != null) {
        double sum = 0;
        for (int k = groups.first(g); k <= groups.last(g); k++) {
          sum += squares[k];
        }
        power[g] = sum / groups.size(g) / m;
        excess[g] = expected > 0 ? Math.max(1, power[g] / expected) : 1;
      }
    }
  }

  /** The mean of a_k² where the model fits: a_k has mean bλz and variance bλ about it. */
  private double expected(double l) {
    double sum = 0;
    for (int i = 0; i < samples.length; i++) {
      double bl = samples[i] * l;
      sum += (bl + 1) * bl * shares[i];
    }
    return sum;
  }

  double mean() {
    double sum = 0;
    for (int i = 0; i < samples.length; i++) {
      sum += samples[i] * shares[i];
    }
    return sum;
  }

  /**
   * Of places {@code from} to {@code to}.
   *
   * @param squares Σ a_k² over these
   */
  static TileStatistics of(ComponentGroups groups, double[] b, int from, int to, double[] squares) {
    return new TileStatistics(groups, b, from, to, squares);
  }

  /** What a model that fits would give. */
  static TileStatistics expected(ComponentGroups groups, double[] b, int from, int to) {
    return new TileStatistics(groups, b, from, to, null);
  }

  /** The mean of ½ Σ a_k²/(1 + λ_k b), about. */
  double quadratic(ComponentGroups groups) {
    double sum = 0;
    for (int g = 0; g < power.length; g++) {
      sum += 0.5 * groups.size(g) * power[g] / (1 + groups.lambda[groups.middle(g)] * lowest);
    }
    return sum;
  }
}
