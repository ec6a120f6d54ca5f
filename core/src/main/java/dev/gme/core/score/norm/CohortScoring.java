package dev.gme.core.score.norm;

import dev.gme.core.Progress;
import dev.gme.core.score.CellScorer;
import dev.gme.core.score.PairScorer;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.sink.PairSet;
import dev.gme.core.score.sink.RowMomentsSink;
import dev.gme.core.score.sink.TopPerEnrolmentSink;
import dev.gme.core.score.sink.TopScores;

/**
 * Scores recordings against a cohort for their statistics, without keeping the scores. A score is
 * the same whichever side is enrolled, so recordings are rows and the cohort columns, always.
 */
final class CohortScoring<S> {
  /** The highest scores that are kept at a time, 64 MiB of them. */
  private static final int KEPT = 1 << 23;

  private final ScoreKind<S> kind;
  private final Progress progress;

  CohortScoring(ScoreKind<S> kind, Progress progress) {
    this.kind = kind;
    this.progress = progress;
  }

  /**
   * The statistics of recordings.
   *
   * @param side what the recordings are, for messages
   * @param topN how many of the highest scores count; 0 for all
   */
  CohortStatistics statistics(String side, ScoredSide<S> of, ScoredSide<S> cohort, int topN) {
    return topN == 0 || topN >= cohort.size()
        ? ofAll(side, of, kind.scorer(of.items(), cohort.items()), of.sharedWith(cohort), 1)
        : ofHighest(side, of, cohort, topN);
  }

  /** The statistics of scores that are normalized by those of each cohort member first. */
  CohortStatistics ofNormalized(
      String side, ScoredSide<S> of, ScoredSide<S> cohort, CohortStatistics ofCohort) {
    ScoreNormalizer byColumn = ScoreNormalizer.of(ScoreNormalization.t(), null, ofCohort);
    double largestScale = 0;
    for (int k = 0; k < ofCohort.size(); k++) {
      largestScale = Math.max(largestScale, 1 / ofCohort.deviation(k));
    }
    PairScorer normalized = kind.scorer(of.items(), cohort.items()).transformed(byColumn);
    return ofAll(side, of, normalized, of.sharedWith(cohort), largestScale);
  }

  /**
   * The statistics of all scores.
   *
   * @param errorScale what errors of the scores were multiplied with
   */
  private CohortStatistics ofAll(
      String side, ScoredSide<S> of, PairScorer scorer, PairSet shared, double errorScale) {
    RowMomentsSink sink = new RowMomentsSink(of.size(), shared);
    scorer.all(sink, progress);
    CohortStatistics.Builder builder = new CohortStatistics.Builder(of.size(), side, of::name);
    for (int i = 0; i < of.size(); i++) {
      builder.add(i, sink.moments(i), scorer.tolerance() * errorScale);
    }
    return builder.build();
  }

  private CohortStatistics ofHighest(
      String side, ScoredSide<S> of, ScoredSide<S> cohort, int topN) {
    CohortStatistics.Builder builder = new CohortStatistics.Builder(of.size(), side, of::name);
    PairSet shared = of.sharedWith(cohort);
    int most = Math.max(512, KEPT / topN);
    // Whole blocks, so that scores are those of cells whoever makes them.
    int block = most > CellScorer.BLOCK ? most / CellScorer.BLOCK * CellScorer.BLOCK : most;
    for (int from = 0, to; from < of.size(); from = to) {
      to = from + Math.min(block, of.size() - from);
      TopPerEnrolmentSink sink = new TopPerEnrolmentSink(to - from, topN, shared.range(from, to));
      PairScorer scorer = kind.scorer(of.items(from, to), cohort.items());
      scorer.all(sink, progress);
      TopScores top = sink.top();
      for (int i = from; i < to; i++) {
        double[] x = new double[top.size(i - from)];
        for (int rank = 0; rank < x.length; rank++) {
          x[rank] = top.score(i - from, rank);
        }
        builder.add(i, x, scorer.tolerance());
      }
    }
    return builder.build();
  }
}
