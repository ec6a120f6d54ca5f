package dev.gme.core.score.norm;

import dev.gme.core.Progress;
import dev.gme.core.score.CosineScorer;
import dev.gme.core.score.TileScorer;
import dev.gme.core.score.sink.PairSet;
import dev.gme.core.score.sink.RowMomentsSink;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.TopPerEnrolmentSink;
import dev.gme.core.score.sink.TopScores;

/**
 * Scores recordings against a cohort for their statistics, without keeping the scores. A score is
 * the same whichever side is enrolled, so recordings are rows and the cohort columns, always.
 */
final class CohortScoring {
  /** The highest scores that are kept at a time, 64 MiB of them. */
  private static final int KEPT = 1 << 23;

  private final Scorer scorer;
  private final double tolerance;

  /** Scores all pairs of rows and columns. */
  private interface Scorer {
    void score(Recordings rows, Recordings columns, ScoreSink<?> sink);
  }

  private CohortScoring(Scorer scorer, double tolerance) {
    this.scorer = scorer;
    this.tolerance = tolerance;
  }

  static CohortScoring ofRatios(TileScorer scorer, Progress progress) {
    return new CohortScoring(
        (rows, columns, sink) ->
            scorer.score(rows.embeddings(), columns.embeddings(), sink, progress),
        scorer.tolerance());
  }

  static CohortScoring ofCosines(Progress progress) {
    return new CohortScoring(
        (rows, columns, sink) ->
            new CosineScorer(rows.vectors(), columns.vectors()).score(sink, progress),
        0);
  }

  /**
   * The statistics of recordings.
   *
   * @param side what the recordings are, for messages
   * @param topN how many of the highest scores count; 0 for all
   */
  CohortStatistics statistics(String side, Recordings of, Recordings cohort, int topN) {
    return topN == 0 || topN >= cohort.size()
        ? ofAll(side, of, cohort, tolerance, null)
        : ofHighest(side, of, cohort, topN);
  }

  /** The statistics of scores that are normalized by those of each cohort member first. */
  CohortStatistics ofNormalized(
      String side, Recordings of, Recordings cohort, CohortStatistics ofCohort) {
    ScoreNormalizer byColumn = ScoreNormalizer.of(ScoreNormalization.t(), null, ofCohort);
    double largestScale = 0;
    for (int k = 0; k < ofCohort.size(); k++) {
      largestScale = Math.max(largestScale, 1 / ofCohort.deviation(k));
    }
    return ofAll(side, of, cohort, tolerance * largestScale, byColumn);
  }

  private CohortStatistics ofAll(
      String side, Recordings of, Recordings cohort, double error, ScoreNormalizer first) {
    RowMomentsSink sink = new RowMomentsSink(of.size(), of.sharedWith(cohort));
    ScoreSink<?> into = first == null ? sink : first.into(sink);
    scorer.score(of, cohort, into);
    CohortStatistics.Builder builder =
        new CohortStatistics.Builder(of.size(), error, side, of::name);
    for (int i = 0; i < of.size(); i++) {
      builder.add(i, sink.moments(i));
    }
    return builder.build();
  }

  private CohortStatistics ofHighest(String side, Recordings of, Recordings cohort, int topN) {
    CohortStatistics.Builder builder =
        new CohortStatistics.Builder(of.size(), tolerance, side, of::name);
    PairSet shared = of.sharedWith(cohort);
    int block = Math.max(512, KEPT / topN);
    for (int from = 0, to; from < of.size(); from = to) {
      to = from + Math.min(block, of.size() - from);
      TopPerEnrolmentSink sink = new TopPerEnrolmentSink(to - from, topN, shared.range(from, to));
      scorer.score(of.range(from, to), cohort, sink);
      TopScores top = sink.top();
      for (int i = from; i < to; i++) {
        double[] x = new double[top.size(i - from)];
        for (int rank = 0; rank < x.length; rank++) {
          x[rank] = top.score(i - from, rank);
        }
        builder.add(i, x);
      }
    }
    return builder.build();
  }
}
