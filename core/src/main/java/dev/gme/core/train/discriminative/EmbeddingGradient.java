package dev.gme.core.train.discriminative;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;

/**
 * Derivatives with respect to meta-embeddings, gathered term by term: each term is the derivative
 * of an L(a, b) = log E (docs/math.md 5.2), and a recording may be in many.
 */
final class EmbeddingGradient {
  private final double[] lambda;
  private final int d;
  final double[] dA;
  final double[] dB;

  EmbeddingGradient(MetaEmbeddings embeddings) {
    lambda = embeddings.lambda();
    d = lambda.length;
    dA = new double[embeddings.size() * d];
    dB = new double[embeddings.size()];
  }

  DoubleMatrix a() {
    return DoubleMatrix.wrap(dB.length, d, dA);
  }

  /** Adds factor · ∂L/∂(a, b) at (a, b) to recording i. */
  void add(int i, double factor, double[] a, int off, double b) {
    double sum = 0;
    for (int k = 0; k < d; k++) {
      double v = 1 / (1 + b * lambda[k]);
      double m = a[off + k] * v;
      dA[i * d + k] += factor * m;
      sum += lambda[k] * (m * m + v);
    }
    dB[i] -= 0.5 * factor * sum;
  }

  /** Adds factor · ∂L/∂λ at (a, b). */
  static void addLambda(
      double[] dLambda, double factor, double[] lambda, double[] a, int off, double b) {
    for (int k = 0; k < lambda.length; k++) {
      double v = 1 / (1 + b * lambda[k]);
      double m = a[off + k] * v;
      dLambda[k] -= 0.5 * factor * b * (m * m + v);
    }
  }
}
