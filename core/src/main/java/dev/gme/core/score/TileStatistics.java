package dev.gme.core.score;

/**
 * What the plan of a tile needs to know of one side of it. Components are taken in groups of
 * neighbours (λ descends), whose ranks are chosen together.
 */
final class TileStatistics {
  /** Components in a group. */
  static final int GROUP = 8;

  /** How many b's stand for all of a tile. */
  private static final int SAMPLES = 8;

  final double lowest;
  final double highest;

  /** Some b's, evenly spread over the places. */
  final double[] samples;

  /** The mean of a_k² over recordings and the components of a group. */
  final double[] power;

  private TileStatistics(double[] b, int from, int to, double[] power) {
    lowest = b[from];
    highest = b[to - 1];
    int m = Math.min(SAMPLES, to - from);
    samples = new double[m];
    for (int s = 0; s < m; s++) {
      samples[s] = b[from + (int) ((s + 0.5) * (to - from) / m)];
    }
    this.power = power;
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
      for (double s : out.samples) {
        power[g] += (s * l + 1) * s * l / out.samples.length;
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
