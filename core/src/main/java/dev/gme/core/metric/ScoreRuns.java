package dev.gme.core.metric;

import java.util.Arrays;
import java.util.List;

/**
 * Sorted trials cut into runs: neighbouring scores that only targets have, or only non-targets, or
 * one score that both have. Whatever the weights, the ROC is straight within a run and the hull has
 * no corner there, so that two sums of weights for each run are all that any metric needs (Cllr
 * apart). Runs also end at the Bayes thresholds of some operating points, for the actual costs.
 */
final class ScoreRuns {
  enum Kind {
    TARGETS,
    NONTARGETS,
    TIED
  }

  private int[] start = new int[16];
  private Kind[] kind = new Kind[16];
  private int size;
  private final int[] firstAccepted;

  private ScoreRuns(int points) {
    firstAccepted = new int[points];
  }

  static ScoreRuns of(ScoredTrials trials, List<OperatingPoint> points) {
    ScoreRuns runs = new ScoreRuns(points.size());
    int n = trials.size();
    int[] cuts = points.stream().mapToInt(p -> trials.firstPlace(p.bayesThreshold())).toArray();
    int[] sortedCuts = Arrays.stream(cuts).sorted().toArray();
    int nextCut = 0;
    for (int from = 0; from < n; ) {
      int to = from + 1;
      boolean tied = false;
      while (to < n && trials.score(to) == trials.score(from)) {
        tied |= trials.isTarget(to) != trials.isTarget(from);
        to++;
      }
      boolean cut = false;
      while (nextCut < cuts.length && sortedCuts[nextCut] <= from) {
        cut = true;
        nextCut++;
      }
      runs.add(from, tied ? Kind.TIED : pure(trials.isTarget(from)), cut);
      from = to;
    }
    runs.close(n);
    for (int k = 0; k < cuts.length; k++) {
      runs.firstAccepted[k] = Arrays.binarySearch(runs.start, 0, runs.size + 1, cuts[k]);
    }
    return runs;
  }

  private static Kind pure(boolean targets) {
    return targets ? Kind.TARGETS : Kind.NONTARGETS;
  }

  private void add(int from, Kind k, boolean cut) {
    if (size > 0 && !cut && k != Kind.TIED && k == kind[size - 1]) {
      return;
    }
    if (size + 1 == start.length) {
      start = Arrays.copyOf(start, 2 * start.length);
      kind = Arrays.copyOf(kind, start.length);
    }
    start[size] = from;
    kind[size] = k;
    size++;
  }

  private void close(int n) {
    start = Arrays.copyOf(start, size + 1);
    start[size] = n;
    kind = Arrays.copyOf(kind, size);
  }

  int size() {
    return size;
  }

  /** Where a run starts in the order of the trials; run {@link #size()} starts behind the last. */
  int start(int run) {
    return start[run];
  }

  Kind kind(int run) {
    return kind[run];
  }

  /** The first run that the Bayes threshold of an operating point accepts. */
  int firstAccepted(int point) {
    return firstAccepted[point];
  }
}
