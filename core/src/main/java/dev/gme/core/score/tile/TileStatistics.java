package dev.gme.core.score.tile;

import java.util.stream.DoubleStream;

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

  /**
   * The standard deviation of a part's precisions, as a share of the tile's range, from which on
   * its mean does not stand for it: there is a gap, and nobody is near the mean.
   */
  private static final double CLUSTERED = 0.1;

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
    int m = to - from;
    DoubleStream.Builder values = DoubleStream.builder();
    DoubleStream.Builder weights = DoubleStream.builder();
    for (int c = 1; c < CUTS.length; c++) {
      int first = from + (int) Math.round(CUTS[c - 1] * m);
      int end = from + (int) Math.round(CUTS[c] * m);
      if (end == first) {
        continue;
      }
      double share = (double) (end - first) / m;
      double mean = mean(b, first, end);
      double deviation = deviation(b, first, end, mean);
      if (first == from || end == to) {
        // The ends themselves for the outermost parts.
        values.add(end == to ? highest : lowest);
        weights.add(share);
      } else if (deviation > CLUSTERED * (highest - lowest)) {
        values.add(mean - deviation).add(mean + deviation);
        weights.add(share / 2).add(share / 2);
      } else {
        values.add(mean);
        weights.add(share);
      }
    }
    samples = values.build().toArray();
    shares = weights.build().toArray();
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

  private static double mean(double[] b, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += b[i];
    }
    return sum / (to - from);
  }

  private static double deviation(double[] b, int from, int to, double mean) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += (b[i] - mean) * (b[i] - mean);
    }
    return Math.sqrt(sum / (to - from));
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
   * The statistics of places {@code from} to {@code to}.
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
