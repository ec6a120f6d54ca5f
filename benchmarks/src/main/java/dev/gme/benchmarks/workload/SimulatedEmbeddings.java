package dev.gme.benchmarks.workload;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;

/**
 * Meta-embeddings as an extractor with ν = 2, D = 600 and d = 200 gives them, drawn without the
 * detour of vectors: recordings of speakers with t-distributed noise, λ geometric from 6 to 0.1.
 */
public final class SimulatedEmbeddings {
  static final int DIMENSION = 600;
  public static final int SPEAKER_DIMENSION = 200;
  private static final double NU = 2;

  private final double[] lambda;
  private final double noiseFreedom;

  /**
   * Embeddings of some noise.
   *
   * @param noiseFreedom degrees of freedom of the noise
   */
  public SimulatedEmbeddings(double noiseFreedom) {
    this.noiseFreedom = noiseFreedom;
    lambda = new double[SPEAKER_DIMENSION];
    for (int k = 0; k < lambda.length; k++) {
      lambda[k] = 6 * Math.pow(0.1 / 6, k / (lambda.length - 1.0));
    }
  }

  /** One recording of each of n speakers; the same speakers for every seed. */
  public MetaEmbeddings draw(int n, long seed) {
    return draw(n, 1, seed);
  }

  /**
   * Recordings of speakers, all of one speaker after the other; the same speakers for every seed.
   */
  public MetaEmbeddings draw(int count, int each, long seed) {
    int d = lambda.length;
    int n = count * each;
    SeededRandom speakers = new SeededRandom(1, 0);
    SeededRandom random = new SeededRandom(seed, 1);
    double[] a = new double[n * d];
    double[] b = new double[n];
    double[] z = new double[d];
    for (int i = 0; i < n; i++) {
      double tau = random.nextGamma(noiseFreedom / 2) / (noiseFreedom / 2);
      double q = 2 * random.nextGamma((DIMENSION - d) / 2.0) / tau;
      b[i] = (NU + DIMENSION - d) / (NU + q);
      for (int k = 0; k < d; k++) {
        z[k] = i % each == 0 ? speakers.nextGaussian() : z[k];
        double noise = Math.sqrt(lambda[k] / tau) * random.nextGaussian();
        a[i * d + k] = b[i] * (lambda[k] * z[k] + noise);
      }
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, d, a), b, lambda);
  }
}
