package dev.gme.core.score.tile;

/**
 * The factors of a tile in double, for tiles whose scores are small differences of large numbers:
 * both sides pooled from very many recordings.
 */
final class DoubleFactors {
  private DoubleFactors() {}

  /** The columns of the cross terms, recording by recording (docs/math.md 6.1). */
  static double[] of(TiledSide side, int tile, TilePlan plan, boolean isLeft, int inner) {
    int m = side.rows(tile);
    int d = side.d;
    float[] own = isLeft ? plan.alpha : plan.beta;
    float[] other = isLeft ? plan.beta : plan.alpha;
    double[] a = side.order.rows(side.start[tile], m);
    double[] out = new double[m * inner];
    for (int i = 0; i < m; i++) {
      double b = side.b[side.start[tile] + i];
      for (int k = 0; k < d; k++) {
        double p = 0.5 + side.order.lambda[k] * b;
        double w = 1 / (p + other[k]);
        double u = (p - own[k]) * w;
        double x = a[i * d + k] * (isLeft ? ((double) own[k] + other[k]) * w : w);
        int column = k;
        for (int r = 0; r < plan.blocks.length && k < plan.blocks[r]; r++) {
          out[i * inner + column] = x;
          x *= u;
          column += plan.blocks[r];
        }
      }
    }
    return out;
  }

  /**
   * Puts columns from {@code column} on.
   *
   * @param x column p of row i at p·m + i
   */
  static void put(int m, int inner, int column, double[] x, double[] out) {
    for (int p = 0; p < x.length / m; p++) {
      for (int i = 0; i < m; i++) {
        out[i * inner + column + p] = x[p * m + i];
      }
    }
  }
}
