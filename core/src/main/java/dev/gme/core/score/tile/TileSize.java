package dev.gme.core.score.tile;

/**
 * Chooses the edge of tiles by what they would cost: large ones need more ranks, small ones spend
 * more on factors and plans.
 */
final class TileSize {
  private static final int[] CANDIDATES = {96, 128, 192, 256, 320, 384, 512};

  /**
   * Time of one element of a factor, and of a tile as a whole (plan, points, calls), in
   * multiply-adds of the product: about 0.36 ns and 18 µs against 0.018 ns
   * (docs/decisions/0006-tile-scoring.md).
   */
  private static final double ELEMENT = 20;

  private static final double TILE = 1e6;

  /**
   * The backward pass makes two more products of a tile's scores and factors, which shall find them
   * in the second-level cache (docs/decisions/0006-tile-scoring.md has the figures).
   */
  private static final int LARGEST_BACKWARD = 256;

  /**
   * Ranks of components that take part in the bias of a tile; nearly all tiles have more points.
   */
  private static final int EVEN_RANKS = 2;

  private TileSize() {}

  static int choose(
      PrecisionOrder rows, PrecisionOrder cols, TilePlan.Accuracy kind, double tolerance) {
    int best = CANDIDATES[0];
    double bestCost = Double.POSITIVE_INFINITY;
    int largest = kind == TilePlan.Accuracy.GRADIENT ? LARGEST_BACKWARD : Integer.MAX_VALUE;
    for (int size : CANDIDATES) {
      if (size > largest) {
        break;
      }
      double cost = cost(rows, cols, size, kind, tolerance);
      if (cost < bestCost) {
        best = size;
        bestCost = cost;
      }
    }
    return best;
  }

  /** What a score costs, on the average of some tiles. */
  private static double cost(
      PrecisionOrder rows,
      PrecisionOrder cols,
      int size,
      TilePlan.Accuracy kind,
      double tolerance) {
    int[] rowCut = rows.cutRows(size);
    int[] colCut = cols.cutColumns(size);
    double cost = 0;
    double scores = 0;
    for (int i : sample(rowCut.length - 1)) {
      TileStatistics r = TileStatistics.expected(rows.groups, rows.b, rowCut[i], rowCut[i + 1]);
      int m = rowCut[i + 1] - rowCut[i];
      for (int j : sample(colCut.length - 1)) {
        TileStatistics c = TileStatistics.expected(rows.groups, cols.b, colCut[j], colCut[j + 1]);
        int n = colCut[j + 1] - colCut[j];
        int even = kind == TilePlan.Accuracy.SCORE ? EVEN_RANKS : 0;
        TilePlan plan = new TilePlan(rows.groups, r, c, kind, even, tolerance, TileGrid.BUDGET);
        int columns = plan.columns;
        cost += columns * ((double) m * n + ELEMENT * (m + n)) + TILE;
        scores += (double) m * n;
      }
    }
    return cost / scores;
  }

  /** Some tiles, spread evenly. */
  private static int[] sample(int tiles) {
    int count = Math.min(tiles, 4);
    int[] out = new int[count];
    for (int s = 0; s < count; s++) {
      out[s] = (int) ((s + 0.5) * tiles / count);
    }
    return out;
  }
}
