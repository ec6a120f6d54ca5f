package dev.gme.lab.score;

import dev.gme.core.Progress;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.score.PairScorer;
import dev.gme.core.score.ScoreCalibrator;
import dev.gme.core.score.norm.ScoreNormalization;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.TrialScores;
import dev.gme.formats.table.TrialList;

/**
 * Two sides of trials and what scores them: scores may be normalized by a cohort and calibrated.
 *
 * <pre>{@code
 * ScoredSides sides =
 *     ScoredSides.of(scoring, enrol, test)
 *         .normalized(ScoreNormalization.adaptiveS(200), cohort, Progress.NONE);
 * TrialList scored = sides.list(trials, Progress.NONE).list();
 * }</pre>
 */
public final class ScoredSides {
  private final TrialScoring scoring;
  private final Side enrol;
  private final Side test;
  private final PairScorer scorer;

  private ScoredSides(TrialScoring scoring, Side enrol, Side test, PairScorer scorer) {
    this.scoring = scoring;
    this.enrol = enrol;
    this.test = test;
    this.scorer = scorer;
  }

  /** Sides that the scoring made, or that were read as meta-embeddings. */
  public static ScoredSides of(TrialScoring scoring, Side enrol, Side test) {
    return new ScoredSides(scoring, enrol, test, scoring.scorer(enrol, test));
  }

  /** These sides with scores that are normalized by those against a cohort. */
  public ScoredSides normalized(ScoreNormalization variant, Side cohort, Progress progress) {
    return new ScoredSides(
        scoring,
        enrol,
        test,
        scorer.transformed(scoring.normalizer(variant, enrol, test, cohort, progress)));
  }

  /** These sides with calibrated scores; only meta-embeddings have the quality that some take. */
  public ScoredSides calibrated(Calibration calibration) {
    ScoreCalibrator calibrator =
        scoring.takesEmbeddings()
            ? ScoreCalibrator.of(calibration, enrol.embeddings(), test.embeddings())
            : ScoreCalibrator.of(calibration);
    return new ScoredSides(scoring, enrol, test, scorer.transformed(calibrator));
  }

  public Side enrol() {
    return enrol;
  }

  public Side test() {
    return test;
  }

  PairScorer scorer() {
    return scorer;
  }

  /** What the scores are, in words. */
  public String description() {
    return scorer.description();
  }

  /** Scores the trials of a list. */
  public ScoredList list(TrialPairs trials, Progress progress) {
    TrialScores scores = scorer.list(trials.enrol(), trials.test(), progress);
    return new ScoredList(trials.list().withScores(scores.scores()), scores.report());
  }

  /** Scores all pairs and keeps them as a list, for layouts that are not written tile by tile. */
  public ScoredList all(Progress progress) {
    MatrixSink sink = new MatrixSink(enrol.ids().size(), test.ids().size());
    ScoreReport report = scorer.all(sink, progress);
    return new ScoredList(
        TrialList.allPairs(enrol.ids(), test.ids()).withScores(sink.matrix().array()), report);
  }
}
