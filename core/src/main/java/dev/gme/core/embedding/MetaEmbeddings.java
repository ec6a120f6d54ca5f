package dev.gme.core.embedding;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;

/**
 * The meta-embeddings of many recordings by one extractor, in canonical form with log-scale 0: row
 * i of A and b_i belong to recording i, λ to all (docs/math.md 1.2).
 *
 * <p>{@link #llr} is the yardstick: every score by the safe formula in double, in time proportional
 * to trials times d. It is meant for tests and small lists.
 */
public final class MetaEmbeddings {
  private final DoubleMatrix a;
  private final double[] b;
  private final double[] lambda;

  private MetaEmbeddings(DoubleMatrix a, double[] b, double[] lambda) {
    this.a = a;
    this.b = b;
    this.lambda = lambda;
  }

  /**
   * The embeddings (a_i, b_i) with common λ.
   *
   * @param a n x d, an embedding a row
   * @param b n precisions, at least 0
   * @param lambda d numbers, at least 0
   */
  public static MetaEmbeddings of(DoubleMatrix a, double[] b, double[] lambda) {
    Checks.length("b", b, a.rows());
    Checks.length("lambda", lambda, a.cols());
    Checks.lambda(lambda);
    for (int i = 0; i < b.length; i++) {
      if (!(b[i] >= 0 && b[i] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "b of row " + i + " must be finite and at least 0, found " + b[i]);
      }
    }
    if (!a.isFinite()) {
      throw new IllegalArgumentException("a holds NaN or infinite elements");
    }
    return new MetaEmbeddings(a, b.clone(), lambda.clone());
  }

  /** Number of recordings. */
  public int size() {
    return b.length;
  }

  /** d, the dimension of the speaker variable. */
  public int dimension() {
    return lambda.length;
  }

  /** The natural means, an embedding a row. */
  public DoubleMatrix a() {
    return a;
  }

  /** The precisions; a copy. */
  public double[] b() {
    return b.clone();
  }

  /** The common spectrum; a copy. */
  public double[] lambda() {
    return lambda.clone();
  }

  /** Recording i as an object. */
  public CanonicalGme get(int i) {
    return CanonicalGme.trusted(lambda, a.row(i), b[i]);
  }

  /** Recordings {@code from} (included) to {@code to} (excluded). */
  public MetaEmbeddings range(int from, int to) {
    return new MetaEmbeddings(a.rowRange(from, to), Arrays.copyOfRange(b, from, to), lambda);
  }

  /**
   * The pools of the named recordings: row m of the result is the product of the embeddings {@code
   * groups[m]}. An empty group gives the constant function 1.
   */
  public MetaEmbeddings pool(int[][] groups) {
    int d = dimension();
    double[] pooledA = new double[Math.multiplyExact(groups.length, d)];
    double[] pooledB = new double[groups.length];
    for (int m = 0; m < groups.length; m++) {
      for (int i : groups[m]) {
        if (i < 0 || i >= size()) {
          throw new IndexOutOfBoundsException("recording " + i + " of " + size());
        }
        pooledB[m] += b[i];
        for (int k = 0; k < d; k++) {
          pooledA[m * d + k] += a.array()[i * d + k];
        }
      }
    }
    return new MetaEmbeddings(DoubleMatrix.wrap(groups.length, d, pooledA), pooledB, lambda);
  }

  /** log E(f_i) of every recording. */
  public double[] logExpectation() {
    double[] out = new double[size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = CanonicalAlgebra.logExpectation(lambda, a.array(), i * dimension(), b[i]);
    }
    return out;
  }

  /**
   * The log-likelihood ratios of all pairs, exact in double: row i is recording (or pool) i of this
   * set, column j recording j of {@code test}.
   */
  public DoubleMatrix llr(MetaEmbeddings test) {
    if (!Arrays.equals(lambda, test.lambda)) {
      throw new IllegalArgumentException(
          "embeddings of different extractors (another lambda) cannot be scored");
    }
    int d = dimension();
    int n = test.size();
    double[] scores = new double[Math.multiplyExact(size(), n)];
    double[] enrolA = a.array();
    double[] testA = test.a.array();
    Workers.forEach(
        size(),
        i -> {
          for (int j = 0; j < n; j++) {
            scores[i * n + j] =
                CanonicalAlgebra.llr(lambda, enrolA, i * d, b[i], testA, j * d, test.b[j]);
          }
        });
    return DoubleMatrix.wrap(size(), n, scores);
  }

  /**
   * The log-likelihood ratios of all pairs of different recordings: (0, 1), (0, 2), …, (1, 2), …
   */
  public double[] llrOfPairs() {
    int n = size();
    long pairs = n * (n - 1L) / 2;
    if (pairs > Integer.MAX_VALUE - 8) {
      throw new GmeException(
          "all pairs of " + n + " recordings are " + pairs + " trials, more than an array holds",
          "take at most 65536 recordings");
    }
    double[] out = new double[(int) pairs];
    Workers.forEach(
        n,
        i -> {
          int at = (int) (i * (2L * n - i - 1) / 2);
          for (int j = i + 1; j < n; j++) {
            out[at++] = llr(i, this, j);
          }
        });
    return out;
  }

  /** The log-likelihood ratio of recording i of this set and recording j of {@code test}. */
  public double llr(int i, MetaEmbeddings test, int j) {
    if (lambda != test.lambda && !Arrays.equals(lambda, test.lambda)) {
      throw new IllegalArgumentException(
          "embeddings of different extractors (another lambda) cannot be scored");
    }
    int d = dimension();
    return CanonicalAlgebra.llr(lambda, a.array(), i * d, b[i], test.a.array(), j * d, test.b[j]);
  }

  @Override
  public String toString() {
    return size() + " meta-embeddings of dimension " + dimension();
  }
}
