package dev.gme.core.cluster;

import dev.gme.core.embedding.CanonicalAlgebra;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;

/** The pools of sets that are being joined: set i is known by its smallest item, i. */
final class Pools {
  final int d;
  final double[] lambda;
  final double[] a;
  final double[] b;
  final int[] size;

  /**
   * The pools of some sets.
   *
   * @param first for each item the smallest item of its set
   */
  Pools(MetaEmbeddings items, int[] first) {
    d = items.dimension();
    lambda = items.lambda();
    a = items.a().array().clone();
    b = items.b();
    size = new int[b.length];
    for (int i = 0; i < b.length; i++) {
      size[i]++;
      if (first[i] != i) {
        join(first[i], i);
      }
    }
  }

  double llr(int i, int j) {
    return CanonicalAlgebra.llr(lambda, a, i * d, b[i], a, j * d, b[j]);
  }

  /** Set j becomes part of set i. */
  void join(int i, int j) {
    b[i] += b[j];
    size[i] += size[j];
    size[j] = 0;
    for (int k = 0; k < d; k++) {
      a[i * d + k] += a[j * d + k];
    }
  }

  /** The pools of some sets as a batch of their own. */
  MetaEmbeddings select(int[] sets) {
    double[] chosen = new double[Math.multiplyExact(sets.length, d)];
    double[] precisions = new double[sets.length];
    for (int s = 0; s < sets.length; s++) {
      System.arraycopy(a, sets[s] * d, chosen, s * d, d);
      precisions[s] = b[sets[s]];
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(sets.length, d, chosen), precisions, lambda);
  }
}
