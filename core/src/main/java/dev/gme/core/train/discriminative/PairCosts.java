package dev.gme.core.train.discriminative;

import dev.gme.core.Internal;
import dev.gme.core.math.SpecialFunctions;

/**
 * How many pairs of each kind a minibatch of speakers numbered from 0 has; pairs of a recording
 * with itself do not count.
 */
@Internal
public final class PairCosts {
  public final long targets;
  public final long nontargets;

  /** The pairs of these lists. */
  public PairCosts(int[] speaker, int[] enrol, int[] test) {
    int speakers = 0;
    for (int s : speaker) {
      speakers = Math.max(speakers, s + 1);
    }
    long[] enrolled = new long[speakers];
    long[] uses = new long[speaker.length];
    for (int x : enrol) {
      enrolled[speaker[x]]++;
      uses[x]++;
    }
    long same = 0;
    long self = 0;
    for (int y : test) {
      same += enrolled[speaker[y]];
      self += uses[y];
    }
    targets = same - self;
    nontargets = (long) enrol.length * test.length - same;
  }

  /** What the cost of one target pair is multiplied by; 0 where there is none. */
  public double costOfTarget(double priorLogOdds) {
    return targets == 0 ? 0 : SpecialFunctions.sigmoid(priorLogOdds) / targets;
  }

  /** What the cost of one non-target pair is multiplied by; 0 where there is none. */
  public double costOfNontarget(double priorLogOdds) {
    return nontargets == 0 ? 0 : SpecialFunctions.sigmoid(-priorLogOdds) / nontargets;
  }
}
