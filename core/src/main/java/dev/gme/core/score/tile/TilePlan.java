package dev.gme.core.score.tile;

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

  final ComponentGroups groups;
  private final double[] lambda;
  final TileStatistics rows;
  final TileStatistics cols;

  /** The shifts: α of the rows, β of the columns. */
  final float[] alpha;

  final float[] beta;

  /** How many components have a first, second, … rank. */
  final int[] blocks;

  /** Columns of the expansion. */
  final int columns;

  /** Components of at most so many ranks take part in the {@link #bias}. */
  private final int evenRanks;

  private final boolean biased;

  /**
   * Fixes the ranks of one tile.
   *
   * @param evenRanks how many ranks a component may have so that its share of the {@link #bias} is
   *     added to the scores; 0 for none
   * @param budget the share of the squared tolerance that the cross term may take
   */
  TilePlan(
      ComponentGroups groups,
      TileStatistics rows,
      TileStatistics cols,
      Accuracy kind,
      int evenRanks,
      double tolerance,
      double budget) {
    this.groups = groups;
    lambda = groups.lambda;
    this.evenRanks = evenRanks;
    this.rows = rows;
    this.cols = cols;
    int d = lambda.length;
    alpha = new float[d];
    beta = new float[d];
    shifts();
    RankChoice choice = new RankChoice(this, kind, tolerance, budget);
    blocks = choice.blocks();
    biased = evenRanks > 0 && choice.fits();
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

  /**
   * Whether the {@link #bias} belongs into the scores. Where no ranks are enough, as beside a
   * recording that is beyond all measure, there is no telling how large it would become.
   */
  boolean isBiased() {
    return biased;
  }

  /** The share of a component's remainder for one speaker that is left when the bias is added. */
  double biasLeft(int ranks) {
    return ranks <= evenRanks ? 0.5 : 1;
  }

  /**
   * Half of what the expansion leaves out of the score of one speaker's recordings on the average,
   * as a function of both precisions: ½ Σ_k λ_k² b s ρ(p, q), where λ_k² b s is the mean of a_ik
   * a_jk. It is added to all scores; then those of one speaker are off by half as much as before,
   * and those of two by the other half instead of nothing.
   *
   * @return at point i of b and j of s at i·s.size() + j
   */
  double[] bias(Chebyshev b, Chebyshev s) {
    double[] out = new double[b.size() * s.size()];
    double[] v = new double[s.size()];
    for (int g = 0; g < groups.count(); g++) {
      int first = groups.first(g);
      int middle = groups.middle(g);
      double l = lambda[middle];
      for (int r = 1; r <= Math.min(evenRanks, blocks.length); r++) {
        // Those of the group that have r ranks, and no more.
        int from = r < blocks.length ? Math.max(first, blocks[r]) : first;
        int count = Math.min(groups.first(g + 1), blocks[r - 1]) - from;
        if (count <= 0) {
          continue;
        }
        for (int j = 0; j < v.length; j++) {
          v[j] = s.node(j) * power(0.5 + l * s.node(j), beta[middle], alpha[middle], r);
        }
        for (int i = 0; i < b.size(); i++) {
          double x = b.node(i);
          double u = x * power(0.5 + l * x, alpha[middle], beta[middle], r);
          double w = 0.5 * count * excess(g) * l * l * u;
          for (int j = 0; j < v.length; j++) {
            out[i * v.length + j] += w * v[j] / (1 + l * (x + s.node(j)));
          }
        }
      }
    }
    return out;
  }

  /**
   * How many times larger a_ik a_jk is than in a model that fits, for one speaker. The squares of
   * each side tell, as far as not all that is too large is noise.
   */
  double excess(int g) {
    return Math.sqrt(rows.excess[g] * cols.excess[g]);
  }

  private static double power(double p, double own, double other, int r) {
    double u = (p - own) / (p + other);
    double out = u;
    for (int k = 1; k < r; k++) {
      out *= u;
    }
    return out;
  }

  /** The expansion of both sides. */
  Sides sides(float[] lambda32) {
    return new Sides(
        Expansion.left(blocks, lambda32, alpha, beta),
        Expansion.right(blocks, lambda32, beta, alpha));
  }

  /** Left and right factors of the cross terms. */
  record Sides(Expansion left, Expansion right) {}

  /**
   * A bound on the error of the cross term, whatever the recordings: Σ_k max|a_i u^R| max|a_j v^R|
   * / min(p+q) is left out, and what is added up is rounded.
   *
   * <p>Within a group of components |uv| is largest where λ is, and 1/(p+q) where it is smallest,
   * so both are taken once per group. Ranks may end within it.
   *
   * @param rounding the relative error of every product that is added up
   */
  double errorBound(float[] largestRow, float[] largestCol, double rounding) {
    double bound = 0;
    for (int g = 0; g < groups.count(); g++) {
      int first = groups.first(g);
      int last = groups.last(g);
      double uv =
          ends(first, rows, alpha[first], beta[first])
              * ends(first, cols, beta[first], alpha[first]);
      double power = uv;
      double leftOut = 0;
      double sum = 0;
      int rank = 1;
      for (int k = last; k >= first; k--) {
        for (; rank < blocks.length && k < blocks[rank]; rank++) {
          power *= uv;
        }
        double product = (double) largestRow[k] * largestCol[k];
        leftOut += product * power;
        sum += product;
      }
      double largest = 1 / (1 + lambda[last] * (rows.lowest + cols.lowest));
      // The first rank is at most the kernel times 1 + |uv|, and all ranks a geometric series.
      bound += largest * (leftOut + sum * rounding * (1 + uv) / (1 - uv));
    }
    return bound;
  }

  /**
   * The larger |p − own|/(p + other) of both ends; between them it is smaller. Shifts are floats,
   * which makes as much difference as is added, here and to the rest of the group.
   */
  private double ends(int k, TileStatistics side, double own, double other) {
    double lo = 0.5 + lambda[k] * side.lowest;
    double hi = 0.5 + lambda[k] * side.highest;
    return 0x1p-23 + Math.max(Math.abs(lo - own) / (lo + other), Math.abs(hi - own) / (hi + other));
  }
}
