package dev.gme.core.score;

import dev.gme.core.Progress;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.TrialScores;
import dev.gme.core.score.tile.BandRun;
import dev.gme.core.score.tile.BandSource;
import dev.gme.core.score.tile.TrialProgress;

/** What scorers have in common that make all pairs band by band. */
abstract class BandScorer implements PairScorer {
  /**
   * The caller's rows or columns are taken in ranges of at most so many: enough for tiles of nearly
   * equal precisions, few enough that a band of scores stays small.
   */
  static final int RANGE = 16_384;

  private final int enrolments;
  private final int tests;

  BandScorer(int enrolments, int tests) {
    this.enrolments = enrolments;
    this.tests = tests;
  }

  /** The bands of enrolments from (included) to (excluded), in ranges of {@link #RANGE} rows. */
  abstract BandSource bands(int from, int to);

  /** Scores trials that were checked. */
  abstract TrialScores listed(int[] enrols, int[] tests, TrialProgress progress);

  @Override
  public final int enrolments() {
    return enrolments;
  }

  @Override
  public final int tests() {
    return tests;
  }

  @Override
  public final <P> ScoreReport all(ScoreSink<P> sink, Progress progress) {
    ScoreReport report = ScoreReport.NONE;
    if (enrolments == 0 || tests == 0) {
      return report;
    }
    BandRun<P> run = new BandRun<>(sink, progress, (long) enrolments * tests);
    int block = Math.max(1, Math.min(enrolments, sink.rowsAtATime(tests)));
    for (int from = 0, to; from < enrolments; from = to) {
      to = from + Math.min(block, enrolments - from);
      BandSource source = bands(from, to);
      run.run(source, from, to - from, RANGE);
      report = report.plus(source.report());
    }
    return report;
  }

  @Override
  public final TrialScores list(int[] ofEnrol, int[] ofTest, Progress progress) {
    if (ofEnrol.length != ofTest.length) {
      throw new IllegalArgumentException(
          "trials need two sides, found " + ofEnrol.length + " and " + ofTest.length);
    }
    requireBelow(enrolments, ofEnrol, "enrolment");
    requireBelow(tests, ofTest, "test recording");
    return listed(ofEnrol, ofTest, new TrialProgress(progress, ofEnrol.length));
  }

  private static void requireBelow(int n, int[] ofTrials, String side) {
    for (int t = 0; t < ofTrials.length; t++) {
      if (ofTrials[t] < 0 || ofTrials[t] >= n) {
        throw new IndexOutOfBoundsException(
            side + " " + ofTrials[t] + " of trial " + t + " is not one of " + n);
      }
    }
  }

  @Override
  public String toString() {
    return description() + " of " + enrolments + " enrolments and " + tests + " test recordings";
  }
}
