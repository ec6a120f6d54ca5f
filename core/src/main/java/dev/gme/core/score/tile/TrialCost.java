package dev.gme.core.score.tile;

import dev.gme.core.Internal;

/**
 * What scoring the trials of a tile costs in several ways, in multiply-adds of the product of a
 * tile, measured side by side in one run (d = 200). m x n: size of the tile, d: dimension, K: inner
 * dimension.
 */
@Internal
public final class TrialCost {
  /**
   * A component of a pair in double, 3.8 ns: so that a list goes over to tiles where these become
   * cheaper (docs/decisions/0014).
   */
  private static final double PAIR = 250;

  /** An element of the factors, for a product and for single trials: 0.3 and 0.55 ns. */
  private static final double ELEMENT = 12;

  private static final double ROW_ELEMENT = 22;

  /** A tile as a whole, its plan above all: 30 µs. */
  private static final double TILE = 1.2e6;

  /** A trial whose factors are there: 42 ns at K = 211. */
  private static final double TRIAL = 1100;

  private static final double TRIAL_ELEMENT = 3;

  /** An element of a side, sorted and with its diagonal terms: 18 ns. */
  private static final double PREPARED = 720;

  /**
   * What the first tiles of a process cost beside their work, 1.4 s of processor time: the native
   * library is loaded, and code is compiled that exact scores do without (docs/decisions/0014).
   */
  private static final double START = 9.6e10;

  /** The side of a tile, as long as it is not known. */
  private static final double SIDE = 192;

  /** K over d, as long as it is not known. */
  private static final double COLUMNS = 1.4;

  private TrialCost() {}

  /**
   * Whether the code of tiles is used again and again, or has to be made ready for these trials.
   */
  public enum Use {
    OFTEN,
    ONCE
  }

  /**
   * Whether all trials are cheaper one by one than the two sides in tiles, if trials are spread
   * evenly over these.
   */
  public static boolean needsNoTiles(long trials, int rows, int cols, int d, Use use) {
    if (trials == 0) {
      return true;
    }
    double start = use == Use.ONCE ? START : 0;
    double tiles = Math.ceil(rows / SIDE) * Math.ceil(cols / SIDE);
    double m = Math.min(rows, SIDE);
    double n = Math.min(cols, SIDE);
    double prepared = (rows + (double) cols) * d * PREPARED;
    return trials * PAIR * d <= start + prepared + tiles * byTile(trials / tiles, m, n, d);
  }

  /** Whether the trials of a tile are cheaper one by one than by the tile in any way. */
  static boolean isOneByOne(int trials, int m, int n, int d) {
    return trials * PAIR * d <= byTile(trials, m, n, d);
  }

  /**
   * Whether all trials are cheaper one by one than by the whole tiles that they are in, if they are
   * spread evenly over two sides.
   */
  public static boolean isExactCheaper(double trials, double rows, double cols, int d) {
    double tiles = Math.ceil(rows / SIDE) * Math.ceil(cols / SIDE);
    double reached = tiles * -Math.expm1(-trials / tiles);
    double tile = TILE + product(Math.min(rows, SIDE), Math.min(cols, SIDE), COLUMNS * d);
    return trials * PAIR * d <= reached * tile;
  }

  private static double byTile(double trials, double m, double n, int d) {
    double inner = COLUMNS * d;
    return TILE + Math.min(product(m, n, inner), dots(trials, m, n, inner));
  }

  /** Whether the trials of a tile are cheaper by the product of its factors than by theirs. */
  static boolean isProduct(int trials, int m, int n, int inner) {
    return product(m, n, inner) <= dots(trials, m, n, inner);
  }

  private static double product(double m, double n, double inner) {
    return inner * (m * n + ELEMENT * (m + n));
  }

  private static double dots(double trials, double m, double n, double inner) {
    return inner * ROW_ELEMENT * (m + n) + trials * (TRIAL + TRIAL_ELEMENT * inner);
  }
}
