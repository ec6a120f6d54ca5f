package dev.gme.core.score;

import dev.gme.core.linalg.Blas;
import dev.gme.core.parallel.Workers;

/**
 * The part of a score that belongs to one recording, as a function of the other's precision
 * (docs/math.md 6.3): h_i(s) − e_i, kept as its values at points over the whole range of the other
 * side. A tile takes its own few points from these by interpolation.
 */
final class DiagonalTerms {
  private static final int CHUNK = 128;

  private final SortedSide side;
  private final double offset;
  final Chebyshev points;

  /** h_i − e_i at the points, a recording a row. */
  final double[] values;

  /**
   * The terms of one side against precisions of the other from lowest to highest.
   *
   * @param accuracy the error of the interpolation relative to the size of the terms
   * @param minSpread as for {@link #local}
   */
  DiagonalTerms(SortedSide side, double lowest, double highest, double accuracy, double minSpread) {
    this.side = side;
    double largest = Math.max(side.lambda[0], 1e-300);
    offset = (side.n == 0 ? 0 : side.b[0]) + 1 / largest;
    double factor = Chebyshev.widening(lowest, highest, offset, minSpread);
    double lo = (lowest + offset) / factor - offset;
    double hi = (highest + offset) * factor - offset;
    int p = Chebyshev.points(lo, hi, offset, accuracy);
    points = new Chebyshev(lo, hi, offset, p);
    values = new double[side.n * p];
    LogDeterminant logDet =
        new LogDeterminant(
            side.lambda,
            side.n == 0 ? 0 : side.b[0] + Math.min(0, lo),
            side.n == 0 ? 0 : side.b[side.n - 1] + hi);
    int chunks = (side.n + CHUNK - 1) / CHUNK;
    Workers.forEach(
        chunks,
        c -> {
          double[] g = new double[side.d];
          double[] square = new double[side.d];
          for (int i = c * CHUNK; i < Math.min(side.n, (c + 1) * CHUNK); i++) {
            for (int k = 0; k < side.d; k++) {
              square[k] = side.a[i * side.d + k] * side.a[i * side.d + k];
            }
            double own = 0.5 * quadratic(square, side.b[i], g) - 0.5 * logDet.at(side.b[i]);
            for (int q = 0; q < p; q++) {
              double x = side.b[i] + points.node(q);
              values[i * p + q] = 0.5 * quadratic(square, x, g) - 0.25 * logDet.at(x) - own;
            }
          }
        });
  }

  /** Σ a_k²/(1 + λ_k x). */
  private double quadratic(double[] square, double x, double[] g) {
    double[] lambda = side.lambda;
    for (int k = 0; k < g.length; k++) {
      g[k] = 1 / (1 + lambda[k] * x);
    }
    return Blas.dot(g.length, square, 0, g, 0);
  }

  /**
   * Points for precisions of one tile of the other side.
   *
   * @param minSpread the points are spread over at least this much of log(s + c): where derivatives
   *     with respect to s are wanted too, points that all but coincide would not do
   */
  Chebyshev local(double lowest, double highest, double accuracy, double minSpread) {
    double factor = Chebyshev.widening(lowest, highest, offset, minSpread);
    double lo = (lowest + offset) / factor - offset;
    double hi = (highest + offset) * factor - offset;
    int p = Math.min(points.size(), Chebyshev.points(lo, hi, offset, accuracy));
    return new Chebyshev(lo, hi, offset, p);
  }

  /** The weights of the points over the whole range for those of a tile: local x global. */
  double[] transfer(Chebyshev local) {
    double[] out = new double[local.size() * points.size()];
    for (int p = 0; p < local.size(); p++) {
      points.weights(local.node(p), out, p * points.size());
    }
    return out;
  }

  /**
   * The derivatives of Σ coefficient·value with respect to a, b and λ, added to dA, dB and (per
   * chunk, then in order) dLambda. Coefficients as {@link #values}.
   */
  void backward(double[] coefficient, float[] dA, float[] dB, double[] dLambda) {
    int d = side.d;
    int p = points.size();
    int chunks = (side.n + CHUNK - 1) / CHUNK;
    float[][] ofChunk = new float[chunks][d];
    Workers.forEach(
        chunks,
        c -> {
          float[] a = new float[d];
          float[] viaA = new float[d];
          float[] viaX = new float[d];
          for (int i = c * CHUNK; i < Math.min(side.n, (c + 1) * CHUNK); i++) {
            System.arraycopy(side.a32, i * d, a, 0, d);
            java.util.Arrays.fill(viaA, 0);
            java.util.Arrays.fill(viaX, 0);
            double own = 0;
            for (int q = 0; q < p; q++) {
              double coef = coefficient[i * p + q];
              own -= coef;
              float x = (float) (side.b[i] + points.node(q));
              add(side.lambda32, a, x, (float) coef, 0.25f, viaA, viaX, ofChunk[c]);
            }
            add(side.lambda32, a, side.b32[i], (float) own, 0.5f, viaA, viaX, ofChunk[c]);
            for (int k = 0; k < d; k++) {
              dA[i * d + k] += viaA[k];
            }
            dB[i] -= Blas.dot(d, side.lambda32, 0, viaX, 0);
          }
        });
    for (float[] part : ofChunk) {
      for (int k = 0; k < d; k++) {
        dLambda[k] += part[k];
      }
    }
  }

  /**
   * Derivatives of coef · Σ_k [ ½ a²g − logShare · log(1 + λx) ] with g = 1/(1 + λx): with respect
   * to a into viaA; the derivative with respect to x is −Σ λ viaX; with respect to λ into dLambda.
   */
  private static void add(
      float[] lambda,
      float[] a,
      float x,
      float coef,
      float logShare,
      float[] viaA,
      float[] viaX,
      float[] dLambda) {
    float cx = coef * x;
    for (int k = 0; k < lambda.length; k++) {
      float g = 1 / (1 + lambda[k] * x);
      float ag = a[k] * g;
      float q = 0.5f * ag * ag + logShare * g;
      viaA[k] += coef * ag;
      viaX[k] += coef * q;
      dLambda[k] -= cx * q;
    }
  }
}
