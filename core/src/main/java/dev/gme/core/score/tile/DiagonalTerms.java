package dev.gme.core.score.tile;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * The part of a score that belongs to one recording, as a function of the other's precision s
 * (docs/math.md 6.3): h_i(s) − e_i, kept as its values at points over the whole range of the other
 * side. A tile takes its own few points from these by interpolation.
 *
 * <p>h_i depends on s through x = b_i + s alone, as Σ_k a_ik² g_k(x) with g_k(x) = 1/(1 + λ_k x).
 * So g_k is interpolated in turn, at nodes x_q over all of its range, and Σ_k a_ik² g_k(x_q) is one
 * matrix product for all recordings. e_i is the same at s = 0, with another share of the
 * log-determinant.
 */
final class DiagonalTerms {
  private static final int CHUNK = 128;

  private final PrecisionOrder side;
  private final double offset;
  private final double minSpread;

  /** The points over the range of the other side's precisions. */
  final Chebyshev points;

  /** h_i − e_i at the points: point p of the recording at place i at p·n + i. */
  final double[] values;

  private final Chebyshev nodes;

  /** g_k(x_q), a node a row. */
  private final DoubleMatrix g;

  /** ½ Σ a² g(b) of every place, of which the interpolation error is a share. */
  private final double[] quadratic;

  /** The largest of these, and of |h − e|, in every tile. */
  private final double[] largestQuadratic;

  private final double[] largestValue;

  /** A bound on the error of what is interpolated from the values. */
  private final double globalError;

  /**
   * The terms of one side against precisions of the other from lowest to highest.
   *
   * @param error the interpolation error that is wanted
   * @param minSpread where derivatives with respect to s are wanted too, points that all but
   *     coincide would not do: they are spread over at least this much of log(s + c)
   */
  DiagonalTerms(TiledSide tiled, double lowest, double highest, double error, double minSpread) {
    this.side = tiled.order;
    this.minSpread = minSpread;
    int n = side.n;
    double inverse = 1 / Math.max(side.lambda[0], 1e-300);
    offset = side.b[0] + inverse;
    double size =
        tiled.quadraticScale()
            + 0.25 * side.d * (2 + Math.log((highest + offset) / (lowest + offset)));
    double accuracy = Math.min(1e-6, Math.max(1e-14, error / Math.max(size, 1e-300)));
    points = Chebyshev.over(lowest, highest, offset, minSpread, accuracy);
    nodes =
        Chebyshev.over(
            side.b[0] + Math.min(0, points.lowest),
            side.b[n - 1] + points.highest,
            inverse,
            0,
            accuracy);
    g = kernel();
    quadratic = new double[n];
    values = new double[Math.multiplyExact(n, points.size())];
    double[] logDet = logDeterminants();
    Workers.forEach(chunks(), c -> new Chunk(c).fill(logDet));
    largestQuadratic = new double[tiled.tiles()];
    largestValue = new double[tiled.tiles()];
    double largest = 0;
    for (int t = 0; t < tiled.tiles(); t++) {
      for (int i = tiled.start[t]; i < tiled.start[t + 1]; i++) {
        largestQuadratic[t] = Math.max(largestQuadratic[t], quadratic[i]);
        for (int p = 0; p < points.size(); p++) {
          largestValue[t] = Math.max(largestValue[t], Math.abs(values[p * n + i]));
        }
      }
      largest = Math.max(largest, largestQuadratic[t]);
    }
    // Sums over nodes and points, of which the largest differences remain.
    double rounding =
        (nodes.size() + points.size() + 16)
            * 0x1p-52
            * nodes.lebesgue()
            * (2 * largest + Arrays.stream(logDet).max().orElseThrow() + side.d);
    globalError =
        points.lebesgue() * (2 * nodes.errorBound(largest, side.d) + rounding)
            + points.errorBound(largest, side.d);
  }

  private int chunks() {
    return (side.n + CHUNK - 1) / CHUNK;
  }

  private DoubleMatrix kernel() {
    double[] out = new double[nodes.size() * side.d];
    for (int q = 0; q < nodes.size(); q++) {
      for (int k = 0; k < side.d; k++) {
        out[q * side.d + k] = 1 / (1 + side.lambda[k] * nodes.node(q));
      }
    }
    return DoubleMatrix.wrap(nodes.size(), side.d, out);
  }

  /** Σ_k log(1 + λ_k x) at the nodes. */
  private double[] logDeterminants() {
    double[] out = new double[nodes.size()];
    for (int q = 0; q < out.length; q++) {
      for (double l : side.lambda) {
        out[q] += Math.log1p(l * nodes.node(q));
      }
    }
    return out;
  }

  /** Some neighbouring places, and the weights of the nodes for them. */
  private final class Chunk {
    final int first;
    final int rows;
    final DoubleMatrix squares;
    private final double[] t;
    private final double[] weight;

    Chunk(int number) {
      first = number * CHUNK;
      rows = Math.min(side.n, first + CHUNK) - first;
      squares = DoubleMatrix.wrap(rows, side.d, side.rows(first, rows));
      double[] x = squares.array();
      for (int i = 0; i < x.length; i++) {
        x[i] *= x[i];
      }
      t = new double[rows];
      weight = new double[nodes.size() * rows];
    }

    /** At x = b_i + s: of node q for recording i at q·rows + i. */
    double[] weights(double s) {
      nodes.coordinates(rows, side.b, first, s, t);
      nodes.lagrange.weights(rows, t, 0, weight);
      return weight;
    }

    void fill(double[] logDet) {
      int n = side.n;
      // A node a row, so that loops run over recordings.
      double[] sums = g.timesTranspose(squares).times(0.5).array();
      double[] own = new double[rows];
      double[] w = weights(0);
      for (int q = 0; q < nodes.size(); q++) {
        Lagrange.multiplyAdd(rows, w, q * rows, sums, q * rows, quadratic, first);
        for (int i = 0; i < rows; i++) {
          own[i] -= 0.5 * w[q * rows + i] * logDet[q];
          sums[q * rows + i] -= 0.25 * logDet[q];
        }
      }
      for (int p = 0; p < points.size(); p++) {
        w = weights(points.node(p));
        int to = p * n + first;
        for (int i = 0; i < rows; i++) {
          values[to + i] = -(quadratic[first + i] + own[i]);
        }
        for (int q = 0; q < nodes.size(); q++) {
          Lagrange.multiplyAdd(rows, w, q * rows, sums, q * rows, values, to);
        }
      }
    }
  }

  /** Points for the terms of a tile at precisions of one tile of the other side. */
  Chebyshev local(int tile, double lowest, double highest, double error) {
    double spread = Math.log((highest + offset) / (lowest + offset));
    double size = largestQuadratic[tile] + 0.25 * side.d * (spread + 2);
    double accuracy = Math.min(0.1, error / Math.max(size, 1e-300));
    return Chebyshev.over(lowest, highest, offset, minSpread, accuracy);
  }

  /**
   * A bound on the error of a tile's terms with these points.
   *
   * @param rounding the relative error of every product that is added up
   */
  double errorBound(Chebyshev local, int tile, double rounding) {
    double value = points.lebesgue() * local.lebesgue() * largestValue[tile];
    return local.lebesgue() * (globalError + rounding * value)
        + local.errorBound(largestQuadratic[tile], side.d);
  }

  /**
   * The values of m places from {@code start} at the points of a tile: point p of place i at p·m +
   * i.
   */
  double[] at(Chebyshev local, int start, int m) {
    double[] transfer = points.weightsAt(local);
    double[] out = new double[local.size() * m];
    Lagrange.addCombined(points.size(), transfer, m, values, start, side.n, out);
    return out;
  }

  /** The coordinates of the other side's precisions in which points lie. */
  double[] coordinates(double[] b) {
    double[] out = new double[b.length];
    points.coordinates(b.length, b, 0, 0, out);
    return out;
  }

  /**
   * The derivatives of Σ coefficient·value with respect to a, b and λ, added to dA, dB and dLambda.
   * Coefficients as {@link #values}.
   */
  void backward(double[] coefficient, float[] dA, float[] dB, double[] dLambda) {
    // d/dx of Σ a² g and of the log-determinant: −Σ a² λ g² and Σ λ g.
    double[] square = g.array().clone();
    for (int i = 0; i < square.length; i++) {
      square[i] *= square[i];
    }
    DoubleMatrix slope = DoubleMatrix.wrap(nodes.size(), side.d, square).scaleColumns(side.lambda);
    double[] logDetSlope = g.times(side.lambda);
    double[][] ofChunk = new double[chunks()][];
    Workers.forEach(
        chunks(), c -> ofChunk[c] = new Backward(c).add(coefficient, slope, logDetSlope, dA, dB));
    for (double[] part : ofChunk) {
      for (int k = 0; k < side.d; k++) {
        dLambda[k] += part[k];
      }
    }
  }

  /** The backward pass of a chunk. */
  private final class Backward {
    private final Chunk chunk;
    private final int first;
    private final int rows;

    /** Derivatives with respect to Σ_k a_ik² g_k(x_q), a node a row. */
    private final double[] dSums;

    /** Minus the coefficients of a recording together: what e_i is multiplied by. */
    private final double[] own;

    Backward(int number) {
      chunk = new Chunk(number);
      first = chunk.first;
      rows = chunk.rows;
      dSums = new double[nodes.size() * rows];
      own = new double[rows];
    }

    /** Adds to dA and dB, and returns the derivative with respect to λ. */
    double[] add(
        double[] coefficient, DoubleMatrix slope, double[] logDetSlope, float[] dA, float[] dB) {
      double[] slopes = slope.timesTranspose(chunk.squares).times(0.5).array();
      for (int q = 0; q < nodes.size(); q++) {
        for (int i = 0; i < rows; i++) {
          slopes[q * rows + i] += 0.25 * logDetSlope[q];
        }
      }
      double[] slopeAt = new double[rows];
      double[] half = new double[rows];
      for (int p = 0; p < points.size(); p++) {
        double[] w = chunk.weights(points.node(p));
        int from = p * side.n + first;
        Arrays.fill(slopeAt, 0);
        for (int i = 0; i < rows; i++) {
          half[i] = 0.5 * coefficient[from + i];
          own[i] -= coefficient[from + i];
        }
        for (int q = 0; q < nodes.size(); q++) {
          Lagrange.multiplyAdd(rows, w, q * rows, slopes, q * rows, slopeAt, 0);
          Lagrange.multiplyAdd(rows, w, q * rows, half, 0, dSums, q * rows);
        }
        for (int i = 0; i < rows; i++) {
          dB[first + i] -= (float) (coefficient[from + i] * slopeAt[i]);
        }
      }
      DoubleMatrix d = DoubleMatrix.wrap(nodes.size(), rows, dSums);
      double[] dLambda = lambda(d.times(chunk.squares));
      throughA(d.transposeTimes(g), dA);
      throughOwn(dA, dB, dLambda);
      return dLambda;
    }

    /** Through g_k(x_q) and the log-determinants at x_q. */
    private double[] lambda(DoubleMatrix ofNodes) {
      double[] out = new double[side.d];
      for (int q = 0; q < nodes.size(); q++) {
        double sum = 0;
        for (int i = 0; i < rows; i++) {
          sum += dSums[q * rows + i];
        }
        double x = nodes.node(q);
        for (int k = 0; k < side.d; k++) {
          double gk = g.get(q, k);
          out[k] -= x * gk * (ofNodes.get(q, k) * gk + 0.5 * sum);
        }
      }
      return out;
    }

    private void throughA(DoubleMatrix dSquares, float[] dA) {
      double[] a = side.rows(first, rows);
      for (int i = 0; i < a.length; i++) {
        dA[first * side.d + i] += (float) (2 * a[i] * dSquares.array()[i]);
      }
    }

    /** All that goes through e_i. */
    private void throughOwn(float[] dA, float[] dB, double[] dLambda) {
      int d = side.d;
      double[] a = side.rows(first, rows);
      for (int i = 0; i < rows; i++) {
        double b = side.b[first + i];
        double viaB = 0;
        for (int k = 0; k < d; k++) {
          double l = side.lambda[k];
          double gk = 1 / (1 + l * b);
          double q = 0.5 * gk * (chunk.squares.array()[i * d + k] * gk + 1);
          viaB -= l * q;
          dLambda[k] -= own[i] * b * q;
          dA[(first + i) * d + k] += (float) (own[i] * a[i * d + k] * gk);
        }
        dB[first + i] += (float) (own[i] * viaB);
      }
    }
  }
}
