package dev.gme.benchmarks.study;

import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.formats.table.TrialList;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Figures of the scores of a trial list. */
final class TrialFigures {
  private TrialFigures() {}

  static MetricSummary of(TrialList trials, double[] scores) {
    return of(trials, scores, trial -> true);
  }

  /** The figures of some of the trials, for example those of one condition. */
  static MetricSummary of(TrialList trials, double[] scores, IntPredicate isWanted) {
    int[] wanted = IntStream.range(0, trials.size()).filter(isWanted).toArray();
    boolean[] isTarget = new boolean[wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      isTarget[i] = trials.isTarget(wanted[i]);
    }
    return MetricSummary.of(
        ScoredTrials.of(Arrays.stream(wanted).mapToDouble(i -> scores[i]).toArray(), isTarget));
  }
}
