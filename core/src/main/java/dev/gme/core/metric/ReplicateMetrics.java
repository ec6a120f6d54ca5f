package dev.gme.core.metric;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The metrics of one system under draws of speakers, one draw after the other; a workspace, one for
 * each thread. A draw is a sweep over the trials that sums up the weights of each run, and a walk
 * over the runs.
 */
final class ReplicateMetrics {
  /** Weights are written and summed up by so many at a time, while they are in cache. */
  private static final int BLOCK = 2048;

  private final BootstrapTrials trials;
  private final ScoreRuns runs;
  private final double[] weights = new double[BLOCK];
  private final double[] targets;
  private final double[] nontargets;
  private final Hull hull = new Hull();
  private double targetCost;
  private double nontargetCost;

  ReplicateMetrics(BootstrapTrials trials) {
    this.trials = trials;
    runs = trials.runs();
    targets = new double[runs.size()];
    nontargets = new double[runs.size()];
  }

  /**
   * The metrics of a draw; empty if it leaves no target or no non-target weight.
   *
   * @param c how often each speaker was drawn, see {@link BootstrapTrials#multiplicities}
   */
  Optional<Metrics> metrics(double[] c) {
    LabelIndex partition = trials.partition();
    if (partition == null) {
      sumRuns(c, null, null, null);
    } else {
      // The draw reweights first, then partitions are made to count the same.
      double[] inTargets = new double[partition.count()];
      double[] inNontargets = new double[partition.count()];
      sumPartitions(c, partition, inTargets, inNontargets);
      sumRuns(
          c,
          partition,
          EqualizedPartitions.factors(inTargets),
          EqualizedPartitions.factors(inNontargets));
    }
    double all = sum(targets);
    double nonAll = sum(nontargets);
    return all > 0 && nonAll > 0 ? Optional.of(walk(c, all, nonAll)) : Optional.empty();
  }

  private static double sum(double[] parts) {
    double sum = 0;
    for (double part : parts) {
      sum += part;
    }
    return sum;
  }

  private void sumPartitions(
      double[] c, LabelIndex partition, double[] ofTargets, double[] others) {
    int n = trials.size();
    for (int from = 0; from < n; from += BLOCK) {
      int count = Math.min(BLOCK, n - from);
      trials.weights(c, from, count, weights);
      for (int i = 0; i < count; i++) {
        int p = from + i;
        (trials.isTarget(p) ? ofTargets : others)[partition.number(p)] += weights[i];
      }
    }
  }

  private void sumRuns(
      double[] c, LabelIndex partition, double[] targetFactor, double[] nontargetFactor) {
    targetCost = 0;
    nontargetCost = 0;
    Arrays.fill(targets, 0);
    Arrays.fill(nontargets, 0);
    int n = trials.size();
    int run = 0;
    for (int from = 0; from < n; from += BLOCK) {
      int count = Math.min(BLOCK, n - from);
      trials.weights(c, from, count, weights);
      if (partition != null) {
        for (int i = 0; i < count; i++) {
          int k = partition.number(from + i);
          weights[i] *= trials.isTarget(from + i) ? targetFactor[k] : nontargetFactor[k];
        }
      }
      run = sumBlock(run, from, from + count);
    }
  }

  /** Adds the weights of a block of places to their runs; returns the run that goes on behind. */
  private int sumBlock(int firstRun, int from, int to) {
    int run = firstRun;
    int p = from;
    while (p < to) {
      int end = Math.min(to, runs.start(run + 1));
      switch (runs.kind(run)) {
        case TARGETS -> {
          targets[run] += sum(from, p, end);
          targetCost += costs(from, p, end);
        }
        case NONTARGETS -> {
          nontargets[run] += sum(from, p, end);
          nontargetCost += costs(from, p, end);
        }
        case TIED -> sumTied(run, from, p, end);
      }
      p = end;
      run += end == runs.start(run + 1) ? 1 : 0;
    }
    return run;
  }

  private double sum(int block, int from, int to) {
    double sum = 0;
    for (int p = from; p < to; p++) {
      sum += weights[p - block];
    }
    return sum;
  }

  private double costs(int block, int from, int to) {
    double sum = 0;
    for (int p = from; p < to; p++) {
      sum += weights[p - block] * trials.cost(p);
    }
    return sum;
  }

  private void sumTied(int run, int block, int from, int to) {
    for (int p = from; p < to; p++) {
      double w = weights[p - block];
      if (trials.isTarget(p)) {
        targets[run] += w;
        targetCost += w * trials.cost(p);
      } else {
        nontargets[run] += w;
        nontargetCost += w * trials.cost(p);
      }
    }
  }

  private Metrics walk(double[] c, double all, double nonAll) {
    List<OperatingPoint> points = trials.points();
    double[] act = new double[points.size()];
    EqualError equal = new EqualError();
    double auc = 0;
    double below = 0;
    double nonBelow = 0;
    hull.clear();
    for (int r = 0; r <= runs.size(); r++) {
      double miss = below / all;
      double fa = (nonAll - nonBelow) / nonAll;
      for (int k = 0; k < act.length; k++) {
        if (runs.firstAccepted(k) == r) {
          act[k] = points.get(k).dcf(miss, fa);
        }
      }
      if (r > 0 && !equal.isFound()) {
        equal.advance(miss, fa);
      }
      if (r < runs.size() && targets[r] + nontargets[r] > 0) {
        hull.push(r, targets[r], nontargets[r]);
        auc += targets[r] * (nonBelow + 0.5 * nontargets[r]);
        below += targets[r];
        nonBelow += nontargets[r];
      }
    }
    return new Metrics(
        hull.eer(),
        equal.rate(),
        auc / all / nonAll,
        cllr(c, all, nonAll),
        hull.minCllr(),
        IntStream.range(0, act.length)
            .mapToObj(k -> new Metrics.Cost(points.get(k), hull.minDcf(points.get(k)), act[k]))
            .toList());
  }

  private double cllr(double[] c, double all, double nonAll) {
    return trials.costIsInfinite(c)
        ? Double.POSITIVE_INFINITY
        : Cllr.bits(targetCost / all, nontargetCost / nonAll);
  }
}
