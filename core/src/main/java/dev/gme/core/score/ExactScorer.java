package dev.gme.core.score;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.TrialScores;
import dev.gme.core.score.tile.BandSource;
import dev.gme.core.score.tile.ExactBands;
import dev.gme.core.score.tile.TrialProgress;

/** Scores that are made in double and rounded to floats. */
abstract class ExactScorer extends BandScorer {
  /** Trials that a thread scores in one go. */
  private static final int CHUNK = 1024;

  ExactScorer(int enrolments, int tests) {
    super(enrolments, tests);
  }

  /** The scores of some enrolments against some test recordings; called by many threads. */
  abstract DoubleMatrix block(int enrol, int enrolEnd, int test, int testEnd);

  /** The score of one trial; called by many threads. */
  abstract double score(int enrol, int test);

  @Override
  public final double tolerance() {
    return 0;
  }

  @Override
  final BandSource bands(int from, int to) {
    return new ExactBands(
        to - from,
        tests(),
        RANGE,
        RANGE,
        (row, rowEnd, col, colEnd) -> block(from + row, from + rowEnd, col, colEnd));
  }

  @Override
  final TrialScores listed(int[] enrols, int[] tests, TrialProgress progress) {
    float[] out = new float[enrols.length];
    Workers.forEach(
        out.length / CHUNK + 1,
        c -> {
          int from = c * CHUNK;
          int to = from + Math.min(CHUNK, out.length - from);
          for (int t = from; t < to; t++) {
            out[t] = (float) score(enrols[t], tests[t]);
          }
          progress.add(to - from);
        });
    return new TrialScores(out, ScoreReport.exact(out.length, 0), out.length);
  }
}
