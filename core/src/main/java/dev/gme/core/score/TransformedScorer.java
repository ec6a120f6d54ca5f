package dev.gme.core.score;

import dev.gme.core.Progress;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.TrialScores;

/** The scores of another scorer, transformed. */
record TransformedScorer(PairScorer scorer, ScoreTransform transform) implements PairScorer {
  @Override
  public int enrolments() {
    return scorer.enrolments();
  }

  @Override
  public int tests() {
    return scorer.tests();
  }

  @Override
  public String description() {
    return transform.describe(scorer.description());
  }

  @Override
  public double tolerance() {
    return scorer.tolerance();
  }

  @Override
  public <P> ScoreReport all(ScoreSink<P> sink, Progress progress) {
    return scorer.all(transform.into(sink), progress);
  }

  @Override
  public TrialScores list(int[] enrols, int[] tests, Progress progress) {
    TrialScores scored = scorer.list(enrols, tests, progress);
    return new TrialScores(
        transform.apply(enrols, tests, scored.scores()), scored.report(), scored.oneByOne());
  }

  @Override
  public String toString() {
    return scorer + ", transformed by " + transform;
  }
}
