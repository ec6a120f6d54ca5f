package dev.gme.core.score;

/**
 * What scoring the trials of a tile costs in several ways, in multiply-adds of the product of a
 * tile (0.018 ns; docs/decisions/0006-tile-scoring.md). d: dimension, K: inner dimension.
 */
final class TrialCost {
  /** A component of a pair in double: 8 ns. */
  private static final double PAIR = 450;

  /** An element of a factor: 0.2 ns. */
  private static final double ELEMENT = 12;

  /** A tile as a whole, its plan above all: 15 µs. */
  private static final double TILE = 8e5;

  /** A trial whose factors are there: 10 ns and 0.06 ns an element. */
  private static final double TRIAL = 600;

  private static final double TRIAL_ELEMENT = 3;

  /** An element of a side, sorted and with its diagonal terms: 20 ns. */
  private static final double PREPARED = 1100;

  /** K over d, as long as it is not known. */
  private static final double COLUMNS = 1.4;

  private TrialCost() {}

  /** Whether preparing the two sides would cost more than all trials one by one. */
  static boolean isOneByOne(long trials, int rows, int cols) {
    return trials * PAIR <= (rows + (double) cols) * PREPARED;
  }

  /** Whether the trials of a tile are cheaper one by one than by the tile in any way. */
  static boolean isOneByOne(int trials, int m, int n, int d) {
    double inner = COLUMNS * d;
    return trials * PAIR * d <= TILE + Math.min(product(m, n, inner), dots(trials, m, n, inner));
  }

  /** Whether the trials of a tile are cheaper by the product of its factors than by theirs. */
  static boolean isProduct(int trials, int m, int n, int inner) {
    return product(m, n, inner) <= dots(trials, m, n, inner);
  }

  private static double product(int m, int n, double inner) {
    return inner * ((double) m * n + ELEMENT * (m + n));
  }

  private static double dots(int trials, int m, int n, double inner) {
    return inner * ELEMENT * (m + n) + trials * (TRIAL + TRIAL_ELEMENT * inner);
  }
}
