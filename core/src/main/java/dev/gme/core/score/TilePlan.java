package dev.gme.core.score;

import dev.gme.core.linalg.Expansion;
import java.util.Arrays;

/**
 * How the scores of one tile become a product: shifts and ranks of the cross term (docs/math.md 6.1
 * and 6.2) and the points of the diagonal terms (6.3).
 */
final class TilePlan {
  private static final int MAX_RANK = 6;

  /** Components whose rank is raised together. */
  private static final int STEP = 8;

  final Expansion left;
  final Expansion right;

  /** What the rows' own terms are interpolated at: points over the precisions of the columns. */
  final Chebyshev ofRows;

  final Chebyshev ofColumns;

  /** Inner dimension of the product. */
  final int columns;

  /** What must be accurate. */
  enum Accuracy {
    /** The scores: root mean square over pairs, and over pairs of one speaker. */
    SCORE(0),
    /** The scores, and the derivatives with respect to b relative to their size. */
    GRADIENT(0.1);

    /** See {@link DiagonalTerms#local}. */
    final double minSpread;

    Accuracy(double minSpread) {
      this.minSpread = minSpread;
    }
  }

  TilePlan(
      SortedSide rows,
      int rowTile,
      SortedSide cols,
      int colTile,
      DiagonalTerms ofRowsTerms,
      DiagonalTerms ofColTerms,
      Accuracy kind,
      double tolerance,
      double diagonalAccuracy) {
    int d = rows.d;
    float[] alpha = new float[d];
    float[] beta = new float[d];
    double[][] square = new double[MAX_RANK][d];
    double[][] coherent = new double[MAX_RANK][d];
    double[][] slope = new double[MAX_RANK][d];
    double[] rowB = rows.samples(rowTile);
    double[] colB = cols.samples(colTile);
    double weight = 0;
    double[] u = new double[MAX_RANK + 1];
    double[] v = new double[MAX_RANK + 1];
    double rowRms = rms(rowB);
    double colRms = rms(colB);
    double meanSum = mean(rowB) + mean(colB);
    for (int k = 0; k < d; k++) {
      double l = rows.lambda[k];
      shifts(
          0.5 + l * rows.lowest(rowTile),
          0.5 + l * rows.highest(rowTile),
          0.5 + l * cols.lowest(colTile),
          0.5 + l * cols.highest(colTile),
          alpha,
          beta,
          k);
      double size = 1 / (1 + l * meanSum);
      double aa = rows.rms(rowTile, k) * cols.rms(colTile, k);
      double same = l * l * rowRms * colRms * size;
      double w = l * aa * size * size;
      weight += w;
      powers(rowB, l, alpha[k], beta[k], u);
      powers(colB, l, beta[k], alpha[k], v);
      for (int r = 0; r < MAX_RANK; r++) {
        double uv = u[r + 1] * v[r + 1];
        double error = aa * uv * size;
        square[r][k] = error * error;
        coherent[r][k] = same * uv;
        // The remainder's derivative by p has lost one factor u, that by q one factor v.
        slope[r][k] = w * (r + 1) * Math.max(u[r] * v[r + 1], u[r + 1] * v[r]);
      }
    }
    int[] blocks = blocks(square, coherent, 0.7 * tolerance * tolerance);
    if (kind == Accuracy.GRADIENT) {
      double[][] none = new double[MAX_RANK][d];
      blocks = larger(blocks, blocks(none, slope, Math.pow(tolerance * weight, 2)));
    }
    left = new Expansion(blocks, rows.lambda32, alpha, beta);
    right = new Expansion(blocks, rows.lambda32, beta, alpha);
    ofRows =
        ofRowsTerms.local(
            cols.lowest(colTile), cols.highest(colTile), diagonalAccuracy, kind.minSpread);
    ofColumns =
        ofColTerms.local(
            rows.lowest(rowTile), rows.highest(rowTile), diagonalAccuracy, kind.minSpread);
    columns = left.columns() + ofRows.size() + ofColumns.size();
  }

  private static int[] larger(int[] x, int[] y) {
    int[] out = Arrays.copyOf(x.length > y.length ? x : y, Math.max(x.length, y.length));
    for (int r = 0; r < Math.min(x.length, y.length); r++) {
      out[r] = Math.max(x[r], y[r]);
    }
    return out;
  }

  /**
   * The shifts for which |p−α|/(p+β) is the same at both ends of the range of p, and |q−β|/(q+α) at
   * both ends of that of q: each is a fixed point given the other.
   */
  private static void shifts(
      double pl, double ph, double ql, double qh, float[] alpha, float[] beta, int k) {
    double a = Math.sqrt(pl * ph);
    double b = Math.sqrt(ql * qh);
    for (int i = 0; i < 4; i++) {
      a = (2 * pl * ph + b * (pl + ph)) / (pl + ph + 2 * b);
      b = (2 * ql * qh + a * (ql + qh)) / (ql + qh + 2 * a);
    }
    alpha[k] = (float) a;
    beta[k] = (float) b;
  }

  private static double mean(double[] b) {
    return Arrays.stream(b).average().orElse(0);
  }

  private static double rms(double[] b) {
    double sum = 0;
    for (double v : b) {
      sum += v * v;
    }
    return Math.sqrt(sum / b.length);
  }

  /** Root mean squares of ((p − own)/(p + other))^r for r = 0, 1, … */
  private static void powers(double[] b, double l, double own, double other, double[] out) {
    Arrays.fill(out, 0);
    for (double v : b) {
      double p = 0.5 + l * v;
      double u = (p - own) / (p + other);
      double square = 1;
      for (int r = 0; r < out.length; r++) {
        out[r] += square;
        square *= u * u;
      }
    }
    for (int r = 0; r < out.length; r++) {
      out[r] = Math.sqrt(out[r] / b.length);
    }
  }

  /**
   * Small blocks with Σ square + (Σ coherent)² within the budget: the rank that lowers it most for
   * its columns is raised until it fits.
   */
  private static int[] blocks(double[][] square, double[][] coherent, double budget) {
    int d = square[0].length;
    int[] size = new int[MAX_RANK];
    size[0] = d;
    double squares = Arrays.stream(square[0]).sum();
    double sum = Arrays.stream(coherent[0]).sum();
    while (squares + sum * sum > budget) {
      int best = -1;
      double bestGain = -1;
      double bestSquares = 0;
      double bestSum = 0;
      for (int r = 1; r < MAX_RANK; r++) {
        int to = Math.min(size[r] + STEP, size[r - 1]);
        if (to == size[r]) {
          continue;
        }
        double newSquares = squares;
        double newSum = sum;
        for (int k = size[r]; k < to; k++) {
          newSquares += square[r][k] - square[r - 1][k];
          newSum += coherent[r][k] - coherent[r - 1][k];
        }
        double gain = (squares + sum * sum - newSquares - newSum * newSum) / (to - size[r]);
        if (gain > bestGain) {
          best = r;
          bestGain = gain;
          bestSquares = newSquares;
          bestSum = newSum;
        }
      }
      if (best < 0) {
        break;
      }
      size[best] = Math.min(size[best] + STEP, size[best - 1]);
      squares = bestSquares;
      sum = bestSum;
    }
    int ranks = 1;
    while (ranks < MAX_RANK && size[ranks] > 0) {
      ranks++;
    }
    return Arrays.copyOf(size, ranks);
  }
}
