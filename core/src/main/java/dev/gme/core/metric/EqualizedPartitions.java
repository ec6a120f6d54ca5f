package dev.gme.core.metric;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts into which trials fall (by language, gender, …), each of which is to count the same
 * whatever its size (docs/math.md 7.9). What a part lacks does not count: {@link #lackingTargets()}
 * and {@link #lackingNontargets()} say what a user should be told.
 */
public final class EqualizedPartitions {
  private final LabelIndex numbering;
  private final double[] targets;
  private final double[] nontargets;
  private final double[] targetFactor;
  private final double[] nontargetFactor;

  private EqualizedPartitions(LabelIndex numbering, double[] targets, double[] nontargets) {
    this.numbering = numbering;
    this.targets = targets;
    this.nontargets = nontargets;
    targetFactor = factors(targets);
    nontargetFactor = factors(nontargets);
  }

  /** The partitions of trials in the order of their scores. */
  static EqualizedPartitions of(LabelIndex numbering, SortedScores sorted, double[] weights) {
    double[] targets = new double[numbering.count()];
    double[] nontargets = new double[numbering.count()];
    for (int p = 0; p < sorted.size(); p++) {
      double w = weights == null ? 1 : weights[p];
      (sorted.isTarget(p) ? targets : nontargets)[numbering.number(p)] += w;
    }
    return new EqualizedPartitions(numbering, targets, nontargets);
  }

  /** T/(K_T T_k) for every k; 0, which meets only trials of weight 0, where T_k is 0. */
  static double[] factors(double[] weights) {
    double all = 0;
    int present = 0;
    for (double w : weights) {
      all += w;
      present += w > 0 ? 1 : 0;
    }
    double[] out = new double[weights.length];
    for (int k = 0; k < out.length; k++) {
      out[k] = weights[k] > 0 ? all / (present * weights[k]) : 0;
    }
    return out;
  }

  /** How many partitions there are. */
  public int count() {
    return numbering.count();
  }

  /** The partitions without a target, by the caller's numbers: no part of any miss rate. */
  public List<Integer> lackingTargets() {
    return lacking(targets);
  }

  /** The partitions without a non-target: no part of any false-alarm rate. */
  public List<Integer> lackingNontargets() {
    return lacking(nontargets);
  }

  private List<Integer> lacking(double[] weights) {
    List<Integer> out = new ArrayList<>();
    for (int k = 0; k < weights.length; k++) {
      if (weights[k] == 0) {
        out.add(numbering.label(k));
      }
    }
    return List.copyOf(out);
  }

  LabelIndex numbering() {
    return numbering;
  }

  /** By what the weight of the trial at a place is multiplied. */
  double factor(int place, boolean isTarget) {
    return (isTarget ? targetFactor : nontargetFactor)[numbering.number(place)];
  }
}
