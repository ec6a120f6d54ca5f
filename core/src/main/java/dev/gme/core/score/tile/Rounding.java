package dev.gme.core.score.tile;

/**
 * Which tiles floats are enough for. A score is a sum of large numbers of both signs, most so for
 * two recordings of one speaker; their root mean square error over all tiles shall stay within
 * three quarters of the tolerance, so tiles of the largest numbers are computed in double until it
 * does. So are tiles beyond the tolerance where they are rare, and small ones wherever floats would
 * use much of the tolerance: they cost little, and may be of one speaker's pairs alone.
 */
final class Rounding {
  /**
   * Root mean square error of pairs of one speaker in units of 2^-24 √K times the size of what is
   * added up: 0.06 to 0.14 in simulations (docs/decisions/0006-tile-scoring.md).
   */
  private static final double UNIT = 0.125 * 0x1p-24;

  /** The share of all pairs up to which tiles beyond the tolerance do not count in time. */
  private static final double RARE = 0.01;

  private final TiledSide rows;
  private final TiledSide cols;
  private final double[] rowSize;
  private final double[] colSize;
  private final double unit;

  /** Tiles with a larger error are computed in double. */
  private final double limit;

  /** The limit for tiles of few pairs. */
  private final double limitOfSmall;

  private final double left;

  Rounding(TiledSide rows, TiledSide cols, double tolerance) {
    this.rows = rows;
    this.cols = cols;
    // K: ranks of the components, and points of the diagonal terms.
    unit = UNIT * Math.sqrt(1.5 * rows.d + 12);
    rowSize = sizes(rows);
    colSize = sizes(cols);
    double allowed = 0.75 * tolerance;
    double largest = Double.POSITIVE_INFINITY;
    for (double l = 32 * allowed; rms(largest) > allowed && l > allowed / 8; l /= 2) {
      largest = l;
    }
    double beyond = tolerance;
    while (share(beyond) > RARE) {
      beyond *= 2;
    }
    limit = Math.min(largest, beyond);
    limitOfSmall = Math.min(limit, 0.5 * tolerance);
    double rms = rms(limit) / tolerance;
    left = 0.92 - rms * rms;
  }

  /** The share of the squared tolerance that rounding leaves, diagonal terms set aside. */
  double left() {
    return left;
  }

  private static double[] sizes(TiledSide side) {
    double[] out = new double[side.tiles()];
    for (int t = 0; t < out.length; t++) {
      out[t] = side.statistics(t).quadratic(side.order.groups);
    }
    return out;
  }

  /** The share of pairs in tiles above a limit. */
  private double share(double above) {
    double pairs = 0;
    for (int i = 0; i < rowSize.length; i++) {
      for (int j = 0; j < colSize.length; j++) {
        pairs += error(i, j) > above ? (double) rows.rows(i) * cols.rows(j) : 0;
      }
    }
    return pairs / rows.n / cols.n;
  }

  /** Over all pairs in tiles below a limit. */
  private double rms(double below) {
    double sum = 0;
    for (int i = 0; i < rowSize.length; i++) {
      for (int j = 0; j < colSize.length; j++) {
        double e = error(i, j);
        if (e <= below) {
          sum += e * e * rows.rows(i) * cols.rows(j);
        }
      }
    }
    return Math.sqrt(sum / rows.n / cols.n);
  }

  /** The cross term of a pair is about as large as the geometric mean of the others. */
  private double error(int i, int j) {
    return unit * (rowSize[i] + colSize[j] + Math.sqrt(rowSize[i] * colSize[j]));
  }

  boolean needsDouble(int rowTile, int colTile) {
    boolean small = TileGrid.isSmall(rows, rowTile, cols, colTile);
    return error(rowTile, colTile) > (small ? limitOfSmall : limit);
  }
}
