package dev.gme.core.metric;

import java.util.Arrays;

/**
 * Pool adjacent violators: the blocks of neighbouring scores that an optimal monotone calibration
 * maps to one log-likelihood ratio each (docs/math.md 7.5). The borders of the blocks are the
 * corners of the ROC's convex hull.
 *
 * <p>Blocks are numbered from 0 in ascending order of score; their log-likelihood ratios strictly
 * increase. The first may be −∞ and the last +∞.
 *
 * <pre>{@code
 * Pav pav = Pav.of(trials);
 * for (int k = 0; k < pav.size(); k++) {
 *   System.out.println(pav.lo(k) + " to " + pav.hi(k) + " means " + pav.llr(k));
 * }
 * }</pre>
 */
public final class Pav {
  private final int[] place;
  private final double[] targets;
  private final double[] nontargets;
  private final double[] lo;
  private final double[] hi;
  private final double targetWeight;
  private final double nontargetWeight;

  private Pav(ScoredTrials trials, Stack blocks) {
    place = Arrays.copyOf(blocks.place, blocks.size);
    targets = Arrays.copyOf(blocks.targets, blocks.size);
    nontargets = Arrays.copyOf(blocks.nontargets, blocks.size);
    lo = Arrays.copyOf(blocks.lo, blocks.size);
    hi = Arrays.copyOf(blocks.hi, blocks.size);
    targetWeight = trials.targetWeight();
    nontargetWeight = trials.nontargetWeight();
  }

  /** The blocks of these trials; one pass over them. */
  public static Pav of(ScoredTrials trials) {
    Stack blocks = new Stack();
    for (Steps steps = trials.steps(); steps.next(); ) {
      blocks.push(steps);
    }
    return new Pav(trials, blocks);
  }

  /** The blocks so far; between neighbours T_k N_{k+1} &lt; T_{k+1} N_k always holds. */
  private static final class Stack {
    int size;
    int[] place = new int[16];
    double[] targets = new double[16];
    double[] nontargets = new double[16];
    double[] lo = new double[16];
    double[] hi = new double[16];

    /** Every step is pushed once and merged at most once, so the whole takes linear time. */
    void push(Steps step) {
      int p = step.place();
      double low = step.score();
      double t = step.targets();
      double n = step.nontargets();
      while (size > 0 && targets[size - 1] * n >= t * nontargets[size - 1]) {
        size--;
        p = place[size];
        low = lo[size];
        t += targets[size];
        n += nontargets[size];
      }
      if (size == place.length) {
        grow();
      }
      place[size] = p;
      targets[size] = t;
      nontargets[size] = n;
      lo[size] = low;
      hi[size] = step.score();
      size++;
    }

    private void grow() {
      place = Arrays.copyOf(place, 2 * size);
      targets = Arrays.copyOf(targets, 2 * size);
      nontargets = Arrays.copyOf(nontargets, 2 * size);
      lo = Arrays.copyOf(lo, 2 * size);
      hi = Arrays.copyOf(hi, 2 * size);
    }
  }

  /** The number of blocks. */
  public int size() {
    return place.length;
  }

  /** T_k: the weight of targets in a block. */
  public double targets(int block) {
    return targets[block];
  }

  /** N_k: the weight of non-targets in a block. */
  public double nontargets(int block) {
    return nontargets[block];
  }

  /** T: the weight of all targets. */
  public double targetWeight() {
    return targetWeight;
  }

  /** N: the weight of all non-targets. */
  public double nontargetWeight() {
    return nontargetWeight;
  }

  /** The lowest score in a block. */
  public double lo(int block) {
    return lo[block];
  }

  /** The highest score in a block. */
  public double hi(int block) {
    return hi[block];
  }

  /** The log-likelihood ratio that the scores of a block stand for. */
  public double llr(int block) {
    return Math.log(targets[block] / targetWeight) - Math.log(nontargets[block] / nontargetWeight);
  }

  /** Where a block begins in the order of the trials. */
  int place(int block) {
    return place[block];
  }
}
