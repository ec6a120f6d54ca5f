package dev.gme.core.score.tile;

import dev.gme.core.linalg.Blas;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;

/** Derivatives of one side, in sorted order. */
final class PairAccumulator {
  /** Rows that a thread takes at a time. */
  private static final int STRIPE = 256;

  private final PrecisionOrder order;
  final float[] dA;
  final float[] dB;

  /** Derivatives with respect to the diagonal terms' values. */
  final double[] coefficient;

  PairAccumulator(TiledSide side, DiagonalTerms terms) {
    order = side.order;
    dA = new float[side.n * side.d];
    dB = new float[side.n];
    coefficient = new double[terms.values.length];
  }

  /** The first of these plus all others, in order. */
  static PairAccumulator total(PairAccumulator[] parts) {
    PairAccumulator first = parts[0];
    int n = first.dB.length;
    int d = first.order.d;
    int points = first.coefficient.length / n;
    Workers.forEach(
        (n + STRIPE - 1) / STRIPE,
        s -> {
          int from = s * STRIPE;
          int count = Math.min(n, from + STRIPE) - from;
          for (int i = 1; i < parts.length; i++) {
            Blas.axpy(count * d, 1, parts[i].dA, from * d, first.dA, from * d);
            Blas.axpy(count, 1, parts[i].dB, from, first.dB, from);
            for (int at = from; at < points * n; at += n) {
              Blas.axpy(count, 1, parts[i].coefficient, at, first.coefficient, at);
            }
          }
        });
    return first;
  }

  PairTiles.Derivatives inCallersOrder() {
    int d = order.d;
    double[] a = new double[dA.length];
    double[] b = new double[dB.length];
    Workers.forEach(
        (dB.length + STRIPE - 1) / STRIPE,
        s -> {
          int end = Math.min(dB.length, (s + 1) * STRIPE);
          for (int i = s * STRIPE; i < end; i++) {
            b[order.order[i]] = dB[i];
            for (int k = 0; k < d; k++) {
              a[order.order[i] * d + order.component[k]] = dA[i * d + k];
            }
          }
        });
    return new PairTiles.Derivatives(
        DoubleMatrix.wrap(dB.length, d, a), DoubleMatrix.wrap(dB.length, 1, b));
  }
}
