package dev.gme.core.score;

import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.model.Cosine;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.tile.BandRun;
import dev.gme.core.score.tile.ExactBands;

/**
 * Cosines of preprocessed vectors into the same sinks as log-likelihood ratios (docs/math.md 3.9),
 * for baselines. They are computed in double.
 *
 * <pre>{@code
 * CosineScorer scorer = new CosineScorer(chain.apply(enrolVectors), chain.apply(testVectors));
 * scorer.score(sink, Progress.NONE);
 * float[] ofTrials = scorer.score(trialEnrol, trialTest);
 * }</pre>
 */
public final class CosineScorer {
  private static final int RANGE = 16_384;

  /** Trials that a thread scores in one go. */
  private static final int CHUNK = 1024;

  private final DoubleMatrix enrol;
  private final DoubleMatrix test;

  /**
   * A scorer of two sets of vectors, one a row.
   *
   * @param enrol none of them zero
   * @param test none of them zero
   */
  public CosineScorer(DoubleMatrix enrol, DoubleMatrix test) {
    if (enrol.cols() != test.cols()) {
      throw new IllegalArgumentException(
          "vectors of dimension " + enrol.cols() + " against " + test.cols());
    }
    this.enrol = Cosine.directions(enrol);
    this.test = Cosine.directions(test);
  }

  /** All pairs. */
  public <P> void score(ScoreSink<P> sink, Progress progress) {
    int n = enrol.rows();
    BandRun<P> run = new BandRun<>(sink, progress, (long) n * test.rows());
    int block = Math.max(1, Math.min(n, sink.rowsAtATime(test.rows())));
    for (int from = 0, to; from < n && test.rows() > 0; from = to) {
      to = from + Math.min(block, n - from);
      int first = from;
      run.run(
          new ExactBands(
              to - from,
              test.rows(),
              RANGE,
              Math.min(RANGE, sink.columnsAtATime()),
              (row, rowEnd, col, colEnd) ->
                  Cosine.ofDirections(
                      enrol.rowRange(first + row, first + rowEnd), test.rowRange(col, colEnd))),
          from,
          to - from,
          RANGE);
    }
  }

  /** The cosines of a list of trials, in its order. */
  public float[] score(int[] enrols, int[] tests) {
    if (enrols.length != tests.length) {
      throw new IllegalArgumentException(
          "trials need two sides, found " + enrols.length + " and " + tests.length);
    }
    int dim = enrol.cols();
    double[] a = enrol.array();
    double[] b = test.array();
    float[] out = new float[enrols.length];
    Workers.forEach(
        out.length / CHUNK + 1,
        c -> {
          for (int t = c * CHUNK; t < Math.min(out.length, (c + 1) * CHUNK); t++) {
            double sum = 0;
            for (int k = 0; k < dim; k++) {
              sum += a[enrols[t] * dim + k] * b[tests[t] * dim + k];
            }
            out[t] = (float) Math.max(-1, Math.min(1, sum));
          }
        });
    return out;
  }
}
