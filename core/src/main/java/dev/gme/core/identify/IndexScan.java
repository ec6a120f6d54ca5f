package dev.gme.core.identify;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.Simd;

/**
 * One pass over some chunks for a few tests: the best rows of each, and the log-sum of all others.
 * A workspace.
 */
final class IndexScan {
  private static final IndexKernels KERNELS =
      Simd.orScalar("SimdIndexKernels", IndexKernels.class, new ScalarIndexKernels());

  /** Rows scored before their scores are looked at, so that both stay in the cache. */
  private static final int ROWS = 4 * IndexKernels.WIDE;

  /**
   * Where both sides have bλ above this, the terms of a score are so much larger than the score
   * that floats lose it: an estimated 0.01 nat here, for 200 components.
   */
  private static final double SHARP = 256;

  private final MetaEmbeddings tests;
  private final IndexQueries queries;
  private final SearchTransform transform;
  private final int version;
  private final double largestLambda;
  private final int d;
  private final Ranking[] best;
  private final LogSum[] rest;
  private final float[][] coefficients;
  private final double[] t0;
  private final double[] t1;
  private final float[] scores = new float[ROWS];

  IndexScan(MetaEmbeddings tests, SearchTransform transform, int version, int top) {
    this.tests = tests;
    this.transform = transform;
    this.version = version;
    queries = new IndexQueries(tests);
    d = tests.dimension();
    double max = 0;
    for (double l : tests.lambda()) {
      max = Math.max(max, l);
    }
    largestLambda = max;
    int n = tests.size();
    best = new Ranking[n];
    rest = new LogSum[n];
    coefficients = new float[n][4 * d];
    t0 = new double[n];
    t1 = new double[n];
    for (int q = 0; q < n; q++) {
      best[q] = new Ranking(top);
      rest[q] = new LogSum();
    }
  }

  Ranking best(int query) {
    return best[query];
  }

  LogSum rest(int query) {
    return rest[query];
  }

  /**
   * Scores the first rows of a chunk, which must be there.
   *
   * @param isOtherBin whether the chunk before was of another bin
   * @param one whether all rows of the bin have one b
   */
  void add(IndexChunk chunk, int rows, boolean isOtherBin, boolean one) {
    if (isOtherBin) {
      prepare(chunk, one);
    }
    for (int from = 0; from < rows; from += ROWS) {
      int n = Math.min(ROWS, rows - from);
      int width = chunk.width;
      int whole = (n + width - 1) / width * width;
      for (int q = 0; q < best.length; q++) {
        if (isSharp(chunk, q)) {
          exact(chunk, from, n, q);
        } else if (one) {
          KERNELS.atOne(
              whole, width, d, chunk.x, from * d, coefficients[q], (float) t0[q], scores, 0);
        } else {
          KERNELS.between(
              whole,
              width,
              d,
              chunk.x,
              from * d,
              coefficients[q],
              (float) t0[q],
              (float) t1[q],
              chunk.tau,
              from,
              scores,
              0);
        }
        take(chunk, from, n, q);
      }
    }
  }

  private void prepare(IndexChunk chunk, boolean one) {
    for (int q = 0; q < best.length; q++) {
      if (one) {
        t0[q] = queries.coefficients(q, chunk.b[0], coefficients[q], 0, 2);
      } else {
        t0[q] = queries.coefficients(q, chunk.node[0], coefficients[q], 0, 4);
        t1[q] = queries.coefficients(q, chunk.node[1], coefficients[q], 2, 4);
      }
    }
  }

  private boolean isSharp(IndexChunk chunk, int query) {
    return Math.min(chunk.node[1], queries.b(query)) * largestLambda > SHARP;
  }

  private void exact(IndexChunk chunk, int from, int n, int query) {
    double[] a = new double[n * d];
    double[] b = new double[n];
    for (int i = 0; i < n; i++) {
      chunk.copyRow(from + i, a, i * d);
      b[i] = chunk.b[from + i];
    }
    MetaEmbeddings rows = MetaEmbeddings.of(DoubleMatrix.wrap(n, d, a), b, tests.lambda());
    double[] llr = rows.llr(tests.range(query, query + 1)).array();
    for (int i = 0; i < n; i++) {
      scores[i] = (float) llr[i];
    }
  }

  /** Ranks the scores of a test and adds those that have no place to its sum. */
  private void take(IndexChunk chunk, int from, int n, int query) {
    transform.apply(chunk, from, n, queries.b(query), scores);
    chunk.mask(from, n, version, scores);
    float max = KERNELS.max(n, scores, 0);
    Ranking ranking = best[query];
    double floor = ranking.floor();
    if (max >= floor && max > Float.NEGATIVE_INFINITY) {
      for (int i = 0; i < n; i++) {
        if (scores[i] >= floor && scores[i] > Float.NEGATIVE_INFINITY) {
          // Scores are floats: what comes back is one.
          scores[i] = (float) ranking.offer(scores[i], chunk.number[from + i]);
          floor = ranking.floor();
        }
      }
      max = KERNELS.max(n, scores, 0);
    }
    rest[query].addAll(n, scores, max);
  }
}
