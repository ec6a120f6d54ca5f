package dev.gme.core.score;

import dev.gme.core.Progress;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.TrialScores;

/**
 * The scores of enrolments against test recordings, whatever {@link ScoreKind} they are of: all
 * pairs into a {@link ScoreSink}, or the trials of a list.
 *
 * <pre>{@code
 * PairScorer scorer = ScoreKind.llr().scorer(enrol, test);
 * MatrixSink matrix = new MatrixSink(scorer.enrolments(), scorer.tests());
 * ScoreReport report = scorer.all(matrix);
 * float[] ofTrials = scorer.list(trialEnrol, trialTest).scores();
 * }</pre>
 *
 * <p>A scorer may be used any number of times, by one thread at a time; it uses all threads itself.
 */
public interface PairScorer {
  /** How many enrolments there are: recordings, or pools of them. */
  int enrolments();

  /** How many test recordings there are. */
  int tests();

  /** What the scores are, for messages: for example {@code calibrated log-likelihood ratios}. */
  String description();

  /**
   * The root mean square error that the scores may have before any transform, in nats; 0 where they
   * are made in double, rounded to floats and no more.
   */
  double tolerance();

  /** Scores every enrolment against every test recording. */
  <P> ScoreReport all(ScoreSink<P> sink, Progress progress);

  /** Scores all pairs without telling how far it is. */
  default <P> ScoreReport all(ScoreSink<P> sink) {
    return all(sink, Progress.NONE);
  }

  /**
   * Scores a list of trials, which may come in any order and more than once.
   *
   * @param enrols the enrolment of each trial, counted from 0
   * @param tests the test recording of each trial, counted from 0
   */
  TrialScores list(int[] enrols, int[] tests, Progress progress);

  /** Scores a list of trials without telling how far it is. */
  default TrialScores list(int[] enrols, int[] tests) {
    return list(enrols, tests, Progress.NONE);
  }

  /**
   * The same scores, normalized or calibrated as they are made. Reports stay those of the scores
   * before the transform.
   */
  default PairScorer transformed(ScoreTransform transform) {
    return new TransformedScorer(this, transform);
  }
}
