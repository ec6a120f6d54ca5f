package dev.gme.core.score;

import dev.gme.core.linalg.Expansion;
import java.util.Arrays;

/**
 * How the cross terms of a tile become a product: shifts and ranks of every component (docs/math.md
 * 6.1 and 6.2).
 */
final class TilePlan {
  private static final int MAX_RANK = 8;

  /** The share of the squared tolerance that the cross term may take. */
  private static final double BUDGET = 0.9;

  /**
   * Rounding of a product in floats, root mean square over pairs of one speaker, in units of 2^-24
   * √K times the sum of the sizes of what is added up: 0.14 to 0.17 in simulations.
   */
  private static final double ROUNDING = 0.17;

  /** What must be accurate. */
  enum Accuracy {
    /** The scores: root mean square over pairs, and over pairs of one speaker. */
    SCORE,
    /** The scores, and the derivatives with respect to b relative to their size. */
    GRADIENT
  }

  private final double[] lambda;
  private final double pl;
  private final double ph;
  private final double ql;
  private final double qh;

  /** How many components have a first, second, … rank. */
  final int[] blocks;

  /** Columns of the expansion. */
  final int columns;

  /** Whether floats would round too much. */
  final boolean needsDouble;

  TilePlan(
      double[] lambda, TileStatistics rows, TileStatistics cols, Accuracy kind, double tolerance) {
    this.lambda = lambda;
    pl = rows.lowest;
    ph = rows.highest;
    ql = cols.lowest;
    qh = cols.highest;
    int d = lambda.length;
    int groups = TileStatistics.groups(d);
    double[][] square = new double[MAX_RANK][groups];
    double[][] coherent = new double[MAX_RANK][groups];
    double[][] slope = new double[MAX_RANK][groups];
    double weight = 0;
    double size = rows.quadratic(lambda) + cols.quadratic(lambda);
    Powers u = new Powers();
    Powers v = new Powers();
    double meanSum = mean(rows.samples) + mean(cols.samples);
    float[] alpha = new float[1];
    float[] beta = new float[1];
    for (int g = 0; g < groups; g++) {
      int count = TileStatistics.groupSize(d, g);
      double l = lambda[g * TileStatistics.GROUP + count / 2];
      shifts(l, alpha, beta, 0);
      u.of(rows.samples, l, alpha[0], beta[0]);
      v.of(cols.samples, l, beta[0], alpha[0]);
      double kernel = 1 / (1 + l * meanSum);
      double aa = Math.sqrt(rows.power[g] * cols.power[g]);
      double w = l * aa * kernel * kernel;
      weight += count * w;
      size += count * aa * kernel;
      for (int r = 0; r < MAX_RANK; r++) {
        double error = aa * u.rms[r + 1] * v.rms[r + 1] * kernel;
        // Pairs of one speaker: l²bb'z² of mean l²bb', where z² has variance 2.
        double same = l * l * u.withB[r + 1] * v.withB[r + 1] * kernel;
        square[r][g] = count * (error * error + 2 * same * same);
        coherent[r][g] = count * same;
        // The remainder's derivative by p has lost one factor u, that by q one factor v.
        slope[r][g] =
            count * w * (r + 1) * Math.max(u.rms[r] * v.rms[r + 1], u.rms[r + 1] * v.rms[r]);
      }
    }
    double rounding = ROUNDING * 0x1p-24 * Math.sqrt(1.5 * d) * size / tolerance;
    // What rounding leaves of the tolerance, the diagonal terms' share set aside.
    double left = 0.95 - rounding * rounding;
    needsDouble = kind == Accuracy.SCORE && left < 0.1;
    double budget = needsDouble ? BUDGET : Math.min(BUDGET, Math.max(0.1, left));
    int[] sizes = sizes(square, coherent, budget * tolerance * tolerance);
    if (kind == Accuracy.GRADIENT) {
      double[][] none = new double[MAX_RANK][groups];
      sizes = larger(sizes, sizes(none, slope, Math.pow(tolerance * weight, 2)));
    }
    int ranks = 1;
    while (ranks < MAX_RANK && sizes[ranks] > 0) {
      ranks++;
    }
    blocks = new int[ranks];
    int sum = 0;
    for (int r = 0; r < ranks; r++) {
      blocks[r] = Math.min(d, sizes[r] * TileStatistics.GROUP);
      sum += blocks[r];
    }
    columns = sum;
  }

  /**
   * The shifts for which |p−α|/(p+β) is the same at both ends of the range of p, and |q−β|/(q+α) at
   * both ends of that of q. Then {α, −β} is harmonic to both pairs of ends: the roots of the
   * Jacobian of the two quadratics that have the ends p and −q as roots.
   */
  private void shifts(double l, float[] alpha, float[] beta, int k) {
    double sp = 1 + l * (pl + ph);
    double sq = 1 + l * (ql + qh);
    double pp = (0.5 + l * pl) * (0.5 + l * ph);
    double pq = (0.5 + l * ql) * (0.5 + l * qh);
    double half = pp - pq;
    double root = Math.sqrt(half * half + (sp + sq) * (sp * pq + sq * pp));
    alpha[k] = (float) ((root + half) / (sp + sq));
    beta[k] = (float) ((root - half) / (sp + sq));
  }

  private static int[] larger(int[] x, int[] y) {
    int[] out = new int[x.length];
    for (int r = 0; r < x.length; r++) {
      out[r] = Math.max(x[r], y[r]);
    }
    return out;
  }

  private static double mean(double[] b) {
    double sum = 0;
    for (double v : b) {
      sum += v;
    }
    return sum / b.length;
  }

  /** Sizes of ((p − own)/(p + other))^r for r = 0, 1, … */
  private static final class Powers {
    /** Root mean squares. */
    final double[] rms = new double[MAX_RANK + 1];

    /**
     * Fourth roots of mean fourth powers of b times these: recordings of one speaker may well have
     * the same precision, and then it is this that their errors follow.
     */
    final double[] withB = new double[MAX_RANK + 1];

    void of(double[] b, double l, double own, double other) {
      Arrays.fill(rms, 0);
      Arrays.fill(withB, 0);
      for (double v : b) {
        double p = 0.5 + l * v;
        double u = (p - own) / (p + other);
        double u2 = u * u;
        double square = 1;
        for (int r = 0; r < rms.length; r++) {
          rms[r] += square;
          withB[r] += square * square * v * v * v * v;
          square *= u2;
        }
      }
      for (int r = 0; r < rms.length; r++) {
        rms[r] = Math.sqrt(rms[r] / b.length);
        withB[r] = Math.sqrt(Math.sqrt(withB[r] / b.length));
      }
    }
  }

  /**
   * Small numbers of groups for each rank with Σ square + (Σ coherent)² within the budget: the rank
   * that lowers it most is raised until it fits.
   */
  private static int[] sizes(double[][] square, double[][] coherent, double budget) {
    int groups = square[0].length;
    int[] size = new int[MAX_RANK];
    size[0] = groups;
    double squares = 0;
    double sum = 0;
    for (int g = 0; g < groups; g++) {
      squares += square[0][g];
      sum += coherent[0][g];
    }
    while (squares + sum * sum > budget) {
      int best = -1;
      double bestCost = Double.POSITIVE_INFINITY;
      for (int r = 1; r < MAX_RANK; r++) {
        int g = size[r];
        if (g < size[r - 1]) {
          double newSum = sum + coherent[r][g] - coherent[r - 1][g];
          double cost = square[r][g] - square[r - 1][g] + newSum * newSum;
          if (cost < bestCost) {
            best = r;
            bestCost = cost;
          }
        }
      }
      if (best < 0) {
        break;
      }
      int g = size[best]++;
      squares += square[best][g] - square[best - 1][g];
      sum += coherent[best][g] - coherent[best - 1][g];
    }
    return size;
  }

  /** The shifts of all components. */
  Shifts shifts() {
    int d = lambda.length;
    float[] alpha = new float[d];
    float[] beta = new float[d];
    for (int k = 0; k < d; k++) {
      shifts(lambda[k], alpha, beta, k);
    }
    return new Shifts(alpha, beta);
  }

  /** α of the rows and β of the columns. */
  static final class Shifts {
    final float[] alpha;
    final float[] beta;

    Shifts(float[] alpha, float[] beta) {
      this.alpha = alpha;
      this.beta = beta;
    }
  }

  /** The expansion of both sides. */
  Sides sides(float[] lambda32) {
    Shifts s = shifts();
    return new Sides(
        new Expansion(blocks, lambda32, s.alpha, s.beta),
        new Expansion(blocks, lambda32, s.beta, s.alpha));
  }

  /** Left and right factors of the cross terms. */
  record Sides(Expansion left, Expansion right) {}

  /**
   * A bound on the error of the cross term, whatever the recordings: Σ_k max|a_i u^R| max|a_j v^R|
   * / min(p+q) is left out, and what is added up is rounded.
   *
   * @param rounding the relative error of every product that is added up
   */
  double errorBound(float[] largestRow, float[] largestCol, double rounding) {
    float[] alpha = new float[1];
    float[] beta = new float[1];
    double bound = 0;
    for (int k = 0; k < lambda.length; k++) {
      double l = lambda[k];
      shifts(l, alpha, beta, 0);
      double uv = ends(l, pl, ph, alpha[0], beta[0]) * ends(l, ql, qh, beta[0], alpha[0]);
      double power = uv;
      for (int r = 1; r < blocks.length && k < blocks[r]; r++) {
        power *= uv;
      }
      double a = (double) largestRow[k] * largestCol[k];
      double first =
          ((double) alpha[0] + beta[0]) / ((0.5 + l * pl + beta[0]) * (0.5 + l * ql + alpha[0]));
      bound += a * (power / (1 + l * (pl + ql)) + rounding * first / (1 - uv));
    }
    return bound;
  }

  /** The larger |p − own|/(p + other) of both ends; between them it is smaller. */
  private static double ends(double l, double lowest, double highest, double own, double other) {
    double lo = 0.5 + l * lowest;
    double hi = 0.5 + l * highest;
    return Math.max(Math.abs(lo - own) / (lo + other), Math.abs(hi - own) / (hi + other));
  }
}
