package dev.gme.core.cluster;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.partition.ChineseRestaurant;
import dev.gme.core.partition.Partition;

/** Recordings drawn from the very model that meta-embeddings are likelihoods of. */
record DrawnSpeakers(Partition truth, MetaEmbeddings embeddings) {
  /** A partition from a Chinese restaurant process. */
  static Partition seated(ChineseRestaurant process, int n, SeededRandom random) {
    int[] label = new int[n];
    int[] size = new int[n];
    int sets = 0;
    for (int i = 0; i < n; i++) {
      double u = random.nextDouble() * (i + process.concentration());
      int at = 0;
      while (at < sets && u >= size[at] - process.discount()) {
        u -= size[at] - process.discount();
        at++;
      }
      label[i] = at;
      size[at]++;
      sets = Math.max(sets, at + 1);
    }
    return Partition.of(label);
  }

  /** The speakers of so many recordings each, recordings of all speakers in turn. */
  static Partition inTurn(int speakers, int each) {
    int[] label = new int[speakers * each];
    for (int i = 0; i < label.length; i++) {
      label[i] = i % speakers;
    }
    return Partition.of(label);
  }

  /** a = bλz + √(bλ)·noise, with precisions b between ½ and 1½. */
  static DrawnSpeakers of(Partition truth, double[] lambda, SeededRandom random) {
    int d = lambda.length;
    double[][] z = new double[truth.sets()][];
    for (int s = 0; s < z.length; s++) {
      z[s] = random.gaussians(d);
    }
    double[] a = new double[truth.size() * d];
    double[] b = new double[truth.size()];
    for (int i = 0; i < b.length; i++) {
      b[i] = 0.5 + random.nextDouble();
      for (int k = 0; k < d; k++) {
        double u = b[i] * lambda[k];
        a[i * d + k] = u * z[truth.label(i)][k] + Math.sqrt(u) * random.nextGaussian();
      }
    }
    return new DrawnSpeakers(
        truth, MetaEmbeddings.of(DoubleMatrix.wrap(b.length, d, a), b, lambda));
  }
}
