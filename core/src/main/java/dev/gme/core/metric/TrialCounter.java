package dev.gme.core.metric;

/** Counts trials of positive weight on both sides of thresholds. */
final class TrialCounter {
  /** Counts are kept at every so manieth place, and the rest is counted when asked for. */
  private static final int STRIDE = 4096;

  private final ScoredTrials trials;
  private final int[] targetsBelow;
  private final int[] nontargetsBelow;
  private final int targets;
  private final int nontargets;

  TrialCounter(ScoredTrials trials) {
    this.trials = trials;
    int n = trials.size();
    targetsBelow = new int[n / STRIDE + 1];
    nontargetsBelow = new int[n / STRIDE + 1];
    int countedTargets = 0;
    int countedNontargets = 0;
    for (int stride = 0; stride < targetsBelow.length; stride++) {
      targetsBelow[stride] = countedTargets;
      nontargetsBelow[stride] = countedNontargets;
      int from = stride * STRIDE;
      // Not from + STRIDE first, which overflows near the largest array.
      int to = from + Math.min(STRIDE, n - from);
      int inStride = targetsIn(from, to);
      countedTargets += inStride;
      countedNontargets += trialsIn(from, to) - inStride;
    }
    targets = countedTargets;
    nontargets = countedNontargets;
  }

  int targets() {
    return targets;
  }

  int nontargets() {
    return nontargets;
  }

  /** The errors of the decisions that are made at a point of the ROC. */
  ErrorCounts errors(RocPoint at) {
    if (at.rejectsAll()) {
      return new ErrorCounts(targets, 0);
    }
    int place = trials.firstPlace(at.threshold());
    int from = place - place % STRIDE;
    int misses = targetsBelow[place / STRIDE] + targetsIn(from, place);
    int below = trialsIn(from, place) - targetsIn(from, place);
    return new ErrorCounts(misses, nontargets - nontargetsBelow[place / STRIDE] - below);
  }

  private int targetsIn(int from, int to) {
    int count = 0;
    for (int p = from; p < to; p++) {
      count += trials.isTarget(p) && trials.weight(p) > 0 ? 1 : 0;
    }
    return count;
  }

  private int trialsIn(int from, int to) {
    int count = 0;
    for (int p = from; p < to; p++) {
      count += trials.weight(p) > 0 ? 1 : 0;
    }
    return count;
  }
}
