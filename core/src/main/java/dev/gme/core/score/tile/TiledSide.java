package dev.gme.core.score.tile;

import dev.gme.core.parallel.Workers;

/** One side of a score matrix in its {@link PrecisionOrder}, cut into tiles, in floats. */
final class TiledSide {
  final PrecisionOrder order;
  final int n;
  final int d;
  final double[] b;
  final float[] lambda32;
  final float[] b32;

  /** The components a, one recording after the other. */
  final float[] a32;

  /** Where each tile begins, and n at the end. */
  final int[] start;

  private final TileStatistics[] statistics;

  /** The largest |a_k| of each tile. */
  private final float[][] largest;

  /** Tile by tile the recordings side by side in panels, filled up; null if not wanted. */
  private final float[][] panels;

  private final float[][] panelB;

  /**
   * Cuts a side into tiles.
   *
   * @param withPanels whether it is the side of the columns, which products take in panels
   */
  TiledSide(PrecisionOrder order, int perTile, boolean withPanels) {
    this.order = order;
    n = order.n;
    d = order.d;
    b = order.b;
    lambda32 = new float[d];
    for (int k = 0; k < d; k++) {
      lambda32[k] = (float) order.lambda[k];
    }
    b32 = new float[n];
    a32 = new float[Math.addExact(Math.multiplyExact(n, d), Expansion.SLACK)];
    start = withPanels ? order.cutColumns(perTile) : order.cutRows(perTile);
    statistics = new TileStatistics[tiles()];
    largest = new float[tiles()][];
    panels = withPanels ? new float[tiles()][] : null;
    panelB = withPanels ? new float[tiles()][] : null;
    Workers.forEach(
        tiles(),
        t -> {
          gather(t);
          if (withPanels) {
            fillPanels(t);
          }
        });
  }

  private void gather(int t) {
    int m = rows(t);
    double[] rows = order.rows(start[t], m);
    double[] squares = new double[d];
    float[] max = new float[d];
    for (int i = 0; i < m; i++) {
      b32[start[t] + i] = (float) b[start[t] + i];
      int to = (start[t] + i) * d;
      for (int k = 0; k < d; k++) {
        double x = rows[i * d + k];
        a32[to + k] = (float) x;
        squares[k] += x * x;
        max[k] = Math.max(max[k], Math.abs((float) x));
      }
    }
    statistics[t] = TileStatistics.of(order.groups, b, start[t], start[t + 1], squares);
    largest[t] = max;
  }

  private void fillPanels(int t) {
    int m = rows(t);
    int width = TileProduct.panelWidth(m);
    int count = panelCount(t);
    float[] a = new float[count * width * d];
    float[] precisions = new float[count * width];
    for (int i = 0; i < count * width; i++) {
      // Filled up by copies of the last recording, whose scores nobody reads.
      int from = start[t] + Math.min(i, m - 1);
      precisions[i] = b32[from];
      int to = i / width * width * d + i % width;
      for (int k = 0; k < d; k++) {
        a[to + k * width] = a32[from * d + k];
      }
    }
    panels[t] = a;
    panelB[t] = precisions;
  }

  int tiles() {
    return start.length - 1;
  }

  int rows(int tile) {
    return start[tile + 1] - start[tile];
  }

  int panelCount(int tile) {
    int width = TileProduct.panelWidth(rows(tile));
    return (rows(tile) + width - 1) / width;
  }

  TileStatistics statistics(int tile) {
    return statistics[tile];
  }

  float[] largest(int tile) {
    return largest[tile];
  }

  /** About how large ½ Σ a_k²/(1 + λ_k b) becomes. */
  double quadraticScale() {
    double scale = 0;
    for (TileStatistics s : statistics) {
      scale = Math.max(scale, s.quadratic(order.groups));
    }
    return scale;
  }

  /** Element (k, i) of panel q at (q·d + k)·width + i. */
  float[] panels(int tile) {
    return panels[tile];
  }

  /** The precisions of the panels' recordings. */
  float[] panelB(int tile) {
    return panelB[tile];
  }
}
