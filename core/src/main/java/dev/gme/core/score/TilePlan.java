package dev.gme.core.score;

import dev.gme.core.linalg.Expansion;

/**
 * How the cross terms of a tile become a product: shifts of every component, and how many ranks
 * each has (docs/math.md 6.1 and 6.2).
 */
final class TilePlan {
  /** What must be accurate. */
  enum Accuracy {
    /** The scores: root mean square over pairs, and over pairs of one speaker. */
    SCORE,
    /** The scores, and the derivatives with respect to b relative to their size. */
    GRADIENT
  }

  private final double[] lambda;
  private final TileStatistics rows;
  private final TileStatistics cols;

  /** The shifts: α of the rows, β of the columns. */
  final float[] alpha;

  final float[] beta;

  /** How many components have a first, second, … rank. */
  final int[] blocks;

  /** Columns of the expansion. */
  final int columns;

  /**
   * A plan.
   *
   * @param budget the share of the squared tolerance that the cross term may take
   */
  TilePlan(
      double[] lambda,
      TileStatistics rows,
      TileStatistics cols,
      Accuracy kind,
      double tolerance,
      double budget) {
    this.lambda = lambda;
    this.rows = rows;
    this.cols = cols;
    int d = lambda.length;
    alpha = new float[d];
    beta = new float[d];
    shifts();
    blocks = new RankChoice(this, kind, tolerance, budget).blocks();
    int sum = 0;
    for (int size : blocks) {
      sum += size;
    }
    columns = sum;
  }

  /**
   * The shifts for which |p−α|/(p+β) is the same at both ends of the range of p, and |q−β|/(q+α) at
   * both ends of that of q. Then {α, −β} is harmonic to both pairs of ends: the roots of the
   * Jacobian of the two quadratics that have the ends p and −q as roots.
   */
  private void shifts() {
    for (int k = 0; k < lambda.length; k++) {
      double l = lambda[k];
      double sp = 1 + l * (rows.lowest + rows.highest);
      double sq = 1 + l * (cols.lowest + cols.highest);
      double pp = (0.5 + l * rows.lowest) * (0.5 + l * rows.highest);
      double pq = (0.5 + l * cols.lowest) * (0.5 + l * cols.highest);
      double half = pp - pq;
      double root = Math.sqrt(half * half + (sp + sq) * (sp * pq + sq * pp));
      alpha[k] = (float) ((root + half) / (sp + sq));
      beta[k] = (float) ((root - half) / (sp + sq));
    }
  }

  double[] lambda() {
    return lambda;
  }

  TileStatistics rows() {
    return rows;
  }

  TileStatistics cols() {
    return cols;
  }

  /** The expansion of both sides. */
  Sides sides(float[] lambda32) {
    return new Sides(
        new Expansion(blocks, lambda32, alpha, beta), new Expansion(blocks, lambda32, beta, alpha));
  }

  /** Left and right factors of the cross terms. */
  record Sides(Expansion left, Expansion right) {}

  /**
   * A bound on the error of the cross term, whatever the recordings: Σ_k max|a_i u^R| max|a_j v^R|
   * / min(p+q) is left out, and what is added up is rounded.
   *
   * <p>Within a group of components |uv| is largest where λ is, and the other factors where it is
   * smallest, so both are taken once per group.
   *
   * @param rounding the relative error of every product that is added up
   */
  double errorBound(float[] largestRow, float[] largestCol, double rounding) {
    int d = lambda.length;
    double bound = 0;
    for (int g = 0; g < TileStatistics.groups(d); g++) {
      int first = g * TileStatistics.GROUP;
      int last = first + TileStatistics.groupSize(d, g) - 1;
      double uv =
          ends(first, rows, alpha[first], beta[first])
              * ends(first, cols, beta[first], alpha[first]);
      double power = uv;
      for (int r = 1; r < blocks.length && first < blocks[r]; r++) {
        power *= uv;
      }
      double largest = 1 / (1 + lambda[last] * (rows.lowest + cols.lowest));
      // The first rank is at most the kernel times 1 + |uv|, and all ranks a geometric series.
      double factor = largest * (power + rounding * (1 + uv) / (1 - uv));
      double sum = 0;
      for (int k = first; k <= last; k++) {
        sum += (double) largestRow[k] * largestCol[k];
      }
      bound += sum * factor;
    }
    return bound;
  }

  /** The larger |p − own|/(p + other) of both ends; between them it is smaller. */
  private double ends(int k, TileStatistics side, double own, double other) {
    double lo = 0.5 + lambda[k] * side.lowest;
    double hi = 0.5 + lambda[k] * side.highest;
    return Math.max(Math.abs(lo - own) / (lo + other), Math.abs(hi - own) / (hi + other));
  }
}
