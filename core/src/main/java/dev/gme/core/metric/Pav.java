package dev.gme.core.metric;

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
  /** Steps that no trial has. */
  private static final int BELOW = -1;

  private static final int ABOVE = -2;

  private final Hull hull;
  private final double[] lo;
  private final double[] hi;
  private final double targetWeight;
  private final double nontargetWeight;

  private Pav(Hull hull, double[] lo, double[] hi) {
    this.hull = hull;
    this.lo = lo;
    this.hi = hi;
    targetWeight = hull.targetWeight();
    nontargetWeight = hull.nontargetWeight();
  }

  /** The blocks of these trials; one pass over them. */
  public static Pav of(ScoredTrials trials) {
    return of(trials, 0);
  }

  /**
   * The blocks of these trials and of four more of weight 1, a target and a non-target at −∞ and
   * the same two at +∞ (docs/math.md 7.10): no log-likelihood ratio is infinite then. For
   * calibration only, never for minCllr.
   */
  public static Pav laplace(ScoredTrials trials) {
    return of(trials, 1);
  }

  /**
   * The blocks, some of them with more trials than there are.
   *
   * @param added weight of the targets, and of the non-targets, to be added at both ends
   */
  private static Pav of(ScoredTrials trials, double added) {
    Hull hull = new Hull();
    int first = trials.firstPlace(-Double.MAX_VALUE);
    int last = trials.firstPlace(Double.POSITIVE_INFINITY);
    boolean lowMissing = added > 0;
    boolean highMissing = added > 0;
    for (DistinctScores steps = trials.distinctScores(); steps.next(); ) {
      // What is added at an infinite score that trials have is part of that one step.
      boolean low = steps.place() < first;
      boolean high = steps.place() >= last;
      if (lowMissing && !low) {
        hull.push(BELOW, added, added);
      }
      lowMissing = false;
      highMissing &= !high;
      double more = low || high ? added : 0;
      hull.push(steps.place(), steps.targets() + more, steps.nontargets() + more);
    }
    if (highMissing) {
      hull.push(ABOVE, added, added);
    }
    double[] lo = new double[hull.size()];
    double[] hi = new double[hull.size()];
    for (int k = 0; k < hull.size(); k++) {
      lo[k] = score(trials, hull.first(k));
      hi[k] = score(trials, hull.last(k));
    }
    return new Pav(hull, lo, hi);
  }

  private static double score(ScoredTrials trials, int step) {
    return switch (step) {
      case BELOW -> Double.NEGATIVE_INFINITY;
      case ABOVE -> Double.POSITIVE_INFINITY;
      default -> trials.score(step);
    };
  }

  /** The number of blocks. */
  public int size() {
    return hull.size();
  }

  /** T_k: the weight of targets in a block. */
  public double targets(int block) {
    return hull.targets(block);
  }

  /** N_k: the weight of non-targets in a block. */
  public double nontargets(int block) {
    return hull.nontargets(block);
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
    return hull.llr(block, targetWeight, nontargetWeight);
  }

  Hull hull() {
    return hull;
  }

  /** Where a block begins in the order of the trials. */
  int place(int block) {
    return hull.first(block);
  }
}
