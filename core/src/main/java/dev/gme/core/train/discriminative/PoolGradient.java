package dev.gme.core.train.discriminative;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;

/**
 * Derivatives of a pseudolikelihood with respect to the recordings (docs/math.md 5.4). A pool
 * passes its derivatives on to all recordings in it, so these are gathered per pool first: of i, of
 * set c, of i's set without i.
 */
final class PoolGradient {
  private final LeaveOneOut pools;
  private final double[] lambda;
  private final double[] a;
  private final double[] b;
  private final double[] setA;
  private final double[] setB;
  private final double[] othersA;
  private final double[] othersB;
  final EmbeddingGradient ofRecording;
  final EmbeddingGradient ofSet;
  private final EmbeddingGradient ofOthers;
  final double[] dLambda;

  PoolGradient(MetaEmbeddings f, LeaveOneOut pools) {
    this.pools = pools;
    lambda = f.lambda();
    a = f.a().array();
    b = f.b();
    setA = pools.sets.a().array();
    setB = pools.sets.b();
    othersA = pools.others.a().array();
    othersB = pools.others.b();
    ofRecording = new EmbeddingGradient(f);
    ofSet = new EmbeddingGradient(pools.sets);
    ofOthers = new EmbeddingGradient(f);
    dLambda = new double[lambda.length];
  }

  /**
   * Adds factor · ∂/∂· of the log-likelihood ratio between recording i and the others of its set,
   * that with respect to λ to {@code lambdaPart}.
   */
  void addOwn(int i, double factor, double[] lambdaPart) {
    if (factor == 0) {
      return;
    }
    int d = lambda.length;
    int c = pools.set[i];
    ofRecording.add(i, factor, setA, c * d, setB[c]);
    ofRecording.add(i, -factor, a, i * d, b[i]);
    ofOthers.add(i, factor, setA, c * d, setB[c]);
    ofOthers.add(i, -factor, othersA, i * d, othersB[i]);
    EmbeddingGradient.addLambda(lambdaPart, factor, lambda, setA, c * d, setB[c]);
    EmbeddingGradient.addLambda(lambdaPart, -factor, lambda, a, i * d, b[i]);
    EmbeddingGradient.addLambda(lambdaPart, -factor, lambda, othersA, i * d, othersB[i]);
  }

  /** Adds parts of the derivative with respect to λ, in their order. */
  void addLambda(double[][] parts) {
    for (double[] part : parts) {
      for (int l = 0; l < part.length; l++) {
        dLambda[l] += part[l];
      }
    }
  }

  /** With respect to a of every recording, through all pools that it is in. */
  DoubleMatrix a() {
    int d = lambda.length;
    return DoubleMatrix.wrap(b.length, d, spread(ofRecording.dA, ofSet.dA, ofOthers.dA, d));
  }

  /** With respect to b of every recording. */
  double[] b() {
    return spread(ofRecording.dB, ofSet.dB, ofOthers.dB, 1);
  }

  private double[] spread(double[] recording, double[] set, double[] others, int width) {
    double[] out = pools.sumsOfOthers(others, width);
    for (int i = 0; i < b.length; i++) {
      int c = pools.set[i];
      for (int l = 0; l < width; l++) {
        out[i * width + l] += recording[i * width + l] + set[c * width + l];
      }
    }
    return out;
  }
}
