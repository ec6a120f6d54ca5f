package dev.gme.core.metric;

/**
 * A walk over the distinct scores u_1 &lt; ... &lt; u_K of some trials, with the weight of targets
 * and non-targets at each of them (docs/math.md 7.1). Equal scores make one step, and a score that
 * only trials of weight 0 have makes none.
 *
 * <pre>{@code
 * for (DistinctScores s = trials.distinctScores(); s.next(); ) {
 *   double pMiss = s.targetsBelow() / trials.targetWeight(); // at threshold s.score()
 *   double pFa = 1 - s.nontargetsBelow() / trials.nontargetWeight();
 * }
 * }</pre>
 */
public final class DistinctScores {
  private final ScoredTrials trials;
  private final int size;
  private int start;
  private int end;
  private double score;
  private double targets;
  private double nontargets;
  private double targetsBelow;
  private double nontargetsBelow;
  private double targetsThrough;
  private double nontargetsThrough;

  DistinctScores(ScoredTrials trials, int start) {
    this.trials = trials;
    this.size = trials.size();
    this.end = start;
  }

  /** Goes to the next score; false if there is none, and then all weight lies below. */
  public boolean next() {
    targetsBelow = targetsThrough;
    nontargetsBelow = nontargetsThrough;
    targets = 0;
    nontargets = 0;
    while (end < size) {
      takeStep();
      if (targets + nontargets > 0) {
        return true;
      }
    }
    return false;
  }

  private void takeStep() {
    start = end;
    score = trials.score(start);
    do {
      double w = trials.weight(end);
      if (trials.isTarget(end)) {
        targets += w;
        targetsThrough += w;
      } else {
        nontargets += w;
        nontargetsThrough += w;
      }
      end++;
    } while (end < size && trials.score(end) == score);
  }

  /** The score of this step. */
  public double score() {
    return score;
  }

  /** The weight of targets with this score. */
  public double targets() {
    return targets;
  }

  /** The weight of non-targets with this score. */
  public double nontargets() {
    return nontargets;
  }

  /** The weight of targets with lower scores, counted from where the walk began. */
  public double targetsBelow() {
    return targetsBelow;
  }

  /** The weight of non-targets with lower scores, counted from where the walk began. */
  public double nontargetsBelow() {
    return nontargetsBelow;
  }

  /** The weight of targets with this score or a lower one. */
  double targetsThrough() {
    return targetsThrough;
  }

  /** The weight of non-targets with this score or a lower one. */
  double nontargetsThrough() {
    return nontargetsThrough;
  }

  /** The first place of this score in the order of the trials. */
  int place() {
    return start;
  }
}
