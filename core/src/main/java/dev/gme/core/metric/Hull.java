package dev.gme.core.metric;

import dev.gme.core.math.SpecialFunctions;
import java.util.Arrays;

/**
 * The lower-left convex hull of a ROC while it is built, step by step in ascending order of score,
 * by pooling adjacent violators (docs/math.md 7.5): blocks of steps, whose borders are the corners
 * of the hull. A workspace: {@link #clear()} makes it ready for other weights of the same trials.
 */
final class Hull {
  private int size;
  private int[] first = new int[16];
  private int[] last = new int[16];
  private double[] targets = new double[16];
  private double[] nontargets = new double[16];

  void clear() {
    size = 0;
  }

  /**
   * Adds a step of positive weight. Between neighbours T_k N_{k+1} &lt; T_{k+1} N_k always holds;
   * every step is pushed once and merged at most once, so the whole takes linear time.
   *
   * @param step a number by which the caller knows the step
   */
  void push(int step, double stepTargets, double stepNontargets) {
    int from = step;
    double t = stepTargets;
    double n = stepNontargets;
    while (size > 0 && targets[size - 1] * n >= t * nontargets[size - 1]) {
      size--;
      from = first[size];
      t += targets[size];
      n += nontargets[size];
    }
    if (size == first.length) {
      grow();
    }
    first[size] = from;
    last[size] = step;
    targets[size] = t;
    nontargets[size] = n;
    size++;
  }

  private void grow() {
    first = Arrays.copyOf(first, 2 * size);
    last = Arrays.copyOf(last, 2 * size);
    targets = Arrays.copyOf(targets, 2 * size);
    nontargets = Arrays.copyOf(nontargets, 2 * size);
  }

  /** The number of blocks. */
  int size() {
    return size;
  }

  /** The first step of a block. */
  int first(int block) {
    return first[block];
  }

  /** The last step of a block. */
  int last(int block) {
    return last[block];
  }

  /** T_k. */
  double targets(int block) {
    return targets[block];
  }

  /** N_k. */
  double nontargets(int block) {
    return nontargets[block];
  }

  double targetWeight() {
    return sum(targets);
  }

  double nontargetWeight() {
    return sum(nontargets);
  }

  private double sum(double[] parts) {
    double sum = 0;
    for (int k = 0; k < size; k++) {
      sum += parts[k];
    }
    return sum;
  }

  /** The equal-error rate of the hull (docs/math.md 7.2). */
  double eer() {
    double all = targetWeight();
    double nonAll = nontargetWeight();
    EqualError equal = new EqualError();
    double below = 0;
    double nonBelow = 0;
    for (int k = 0; !equal.isFound(); k++) {
      below += targets[k];
      nonBelow += nontargets[k];
      equal.advance(below / all, (nonAll - nonBelow) / nonAll);
    }
    return equal.rate();
  }

  /** The least detection cost (docs/math.md 7.3): no point of the ROC lies below the hull. */
  double minDcf(OperatingPoint point) {
    double all = targetWeight();
    double nonAll = nontargetWeight();
    double min = point.dcf(0, 1);
    double below = 0;
    double nonBelow = 0;
    for (int k = 0; k < size; k++) {
      below += targets[k];
      nonBelow += nontargets[k];
      min = Math.min(min, point.dcf(below / all, (nonAll - nonBelow) / nonAll));
    }
    return min;
  }

  /** The log-likelihood ratio of a block, given the weights of all blocks. */
  double llr(int block, double targetWeight, double nontargetWeight) {
    return Math.log(targets[block] / targetWeight) - Math.log(nontargets[block] / nontargetWeight);
  }

  /** The least Cllr that a monotone map can reach (docs/math.md 7.5). */
  double minCllr() {
    double all = targetWeight();
    double nonAll = nontargetWeight();
    double targetCost = 0;
    double nontargetCost = 0;
    for (int k = 0; k < size; k++) {
      double llr = llr(k, all, nonAll);
      // An infinite llr costs nothing: its block holds no trial on the wrong side.
      if (Double.isFinite(llr)) {
        targetCost += targets[k] * SpecialFunctions.softplus(-llr);
        nontargetCost += nontargets[k] * SpecialFunctions.softplus(llr);
      }
    }
    return Cllr.bits(targetCost / all, nontargetCost / nonAll);
  }
}
