package dev.gme.spark;

import dev.gme.core.score.CellScorer;
import dev.gme.core.score.ScoreTransform;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.TrialScores;
import java.util.Optional;

/**
 * A block of rows against a block of columns, whose scores are made as they are asked for.
 *
 * @param isDiagonal whether both are one block of one set
 * @param transform what becomes of the scores first, say normalization
 */
record Cell(
    CellScorer scorer,
    LoadedBlock rows,
    LoadedBlock cols,
    boolean isDiagonal,
    Optional<ScoreTransform> transform) {
  /** All scores. */
  <P> ScoreReport into(ScoreSink<P> sink) {
    return scorer.score(
        rows.recordings(), cols.recordings(), transform.map(t -> t.into(sink)).orElse(sink));
  }

  /**
   * Those of some pairs.
   *
   * @param row the number of the row of each, as sinks see it
   */
  TrialScores list(int[] row, int[] col) {
    TrialScores made = scorer.list(rows.recordings(), cols.recordings(), row, col);
    return transform
        .map(t -> new TrialScores(t.apply(row, col, made.scores()), made.report(), made.oneByOne()))
        .orElse(made);
  }
}
