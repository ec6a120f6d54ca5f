package dev.gme.core.metric;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The trade-off between misses and false alarms over all thresholds, and the figures read from it:
 * equal-error rate, area under the curve, detection cost (docs/math.md 7.1 to 7.3).
 *
 * <pre>{@code
 * Roc roc = Roc.of(trials);
 * double percent = 100 * roc.eerRocch();
 * DetectionCost best = roc.minDcf(OperatingPoint.ofPrior(0.01));
 * double loss = roc.actDcf(OperatingPoint.ofPrior(0.01)).dcf() - best.dcf();
 * }</pre>
 *
 * <p>The points themselves are not stored: {@link ScoredTrials#distinctScores()} walks over them.
 * The corners of the convex hull are, because a detection cost is least at one of them, and because
 * they say near which trials to look for any other point.
 */
public final class Roc {
  /** Costs that differ by less are one cost to the choice of a threshold (docs/math.md 7.9). */
  private static final double EQUAL_COST = 1e-12;

  private final ScoredTrials trials;
  private final Pav pav;

  /** Weight of targets and of non-targets below corner k; the last element is the total. */
  private final double[] targetsBelow;

  private final double[] nontargetsBelow;

  private Roc(ScoredTrials trials) {
    this.trials = trials;
    pav = Pav.of(trials);
    targetsBelow = new double[pav.size() + 1];
    nontargetsBelow = new double[pav.size() + 1];
    for (int k = 0; k < pav.size(); k++) {
      targetsBelow[k + 1] = targetsBelow[k] + pav.targets(k);
      nontargetsBelow[k + 1] = nontargetsBelow[k] + pav.nontargets(k);
    }
  }

  /** The ROC of these trials; one pass over them. */
  public static Roc of(ScoredTrials trials) {
    return new Roc(trials);
  }

  /** The blocks between the corners of the convex hull. */
  public Pav pav() {
    return pav;
  }

  /** The corners of the lower-left convex hull, from "accept all" to "reject all". */
  public List<RocPoint> hull() {
    return IntStream.rangeClosed(0, pav.size()).mapToObj(this::corner).toList();
  }

  private RocPoint corner(int k) {
    boolean rejectsAll = k == pav.size();
    double threshold = rejectsAll ? Double.POSITIVE_INFINITY : pav.lo(k);
    return new RocPoint(threshold, rejectsAll, pMiss(targetsBelow[k]), pFa(nontargetsBelow[k]));
  }

  // Within a block weights are added in another order than over blocks: what rounding leaves over
  // must not become a rate outside of [0, 1].
  private double pMiss(double below) {
    return Math.min(below / targetsBelow[pav.size()], 1);
  }

  private double pFa(double below) {
    double all = nontargetsBelow[pav.size()];
    return Math.max((all - below) / all, 0);
  }

  /** The equal-error rate on the convex hull, at most one half. */
  public double eerRocch() {
    return pav.hull().eer();
  }

  /** The equal-error rate on the straight lines between neighbouring points of the ROC. */
  public double eerInterpolated() {
    double all = trials.targetWeight();
    double nonAll = trials.nontargetWeight();
    EqualError equal = new EqualError();
    for (DistinctScores step = trials.distinctScores(); !equal.isFound(); ) {
      step.next();
      equal.advance(step.targetsThrough() / all, (nonAll - step.nontargetsThrough()) / nonAll);
    }
    return equal.rate();
  }

  /** The probability that a target scores higher than a non-target, ties counted by one half. */
  public double auc() {
    double sum = 0;
    for (DistinctScores step = trials.distinctScores(); step.next(); ) {
      sum += step.targets() * (step.nontargetsBelow() + 0.5 * step.nontargets());
    }
    return sum / trials.targetWeight() / trials.nontargetWeight();
  }

  /** The minimum DCF over all thresholds, at the lowest threshold that has it. */
  public DetectionCost minDcf(OperatingPoint point) {
    double enough = pav.hull().minDcf(point) + EQUAL_COST;
    int best = 0;
    while (cost(point, corner(best)).dcf() > enough) {
      best++;
    }
    DetectionCost atCorner = cost(point, corner(best));
    return best == 0 ? atCorner : firstInBlock(best - 1, point, enough).orElse(atCorner);
  }

  /**
   * The lowest threshold within a block that costs no more than this. A point within the block
   * before the first such corner may do, but none further below: along the hull the cost falls and
   * then rises, and no point lies under the hull.
   */
  private Optional<DetectionCost> firstInBlock(int block, OperatingPoint point, double enough) {
    DistinctScores step = trials.distinctScoresFrom(pav.place(block));
    while (step.next() && step.score() <= pav.hi(block)) {
      DetectionCost here = cost(point, at(block, step, step.score()));
      if (here.dcf() <= enough) {
        return Optional.of(here);
      }
    }
    return Optional.empty();
  }

  /** The cost of decisions at the threshold that is right if the scores are what they claim. */
  public DetectionCost actDcf(OperatingPoint point) {
    double t = point.bayesThreshold();
    int block = 0;
    while (block < pav.size() && pav.hi(block) < t) {
      block++;
    }
    if (block == pav.size()) {
      return cost(point, new RocPoint(t, false, 1, 0));
    }
    DistinctScores step = trials.distinctScoresFrom(pav.place(block));
    do {
      step.next();
    } while (step.score() < t);
    return cost(point, at(block, step, t));
  }

  /** The point where this step of a block is the first that is accepted. */
  private RocPoint at(int block, DistinctScores step, double threshold) {
    return new RocPoint(
        threshold,
        false,
        pMiss(targetsBelow[block] + step.targetsBelow()),
        pFa(nontargetsBelow[block] + step.nontargetsBelow()));
  }

  private static DetectionCost cost(OperatingPoint point, RocPoint at) {
    return new DetectionCost(point.dcf(at.pMiss(), at.pFa()), at);
  }

  /** The mean of the minimum DCFs at the two points of {@link OperatingPoint#SRE16}. */
  public double cprmMin() {
    double sum = 0;
    for (OperatingPoint point : OperatingPoint.SRE16) {
      sum += minDcf(point).dcf();
    }
    return sum / OperatingPoint.SRE16.size();
  }
}
