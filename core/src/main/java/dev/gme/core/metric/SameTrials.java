package dev.gme.core.metric;

import dev.gme.core.GmeException;
import java.util.Objects;

/** Whether two systems scored the same trials: same labels, weights, speakers and partitions. */
final class SameTrials {
  private SameTrials() {}

  static void require(ScoredTrials first, ScoredTrials second) {
    if (first.size() != second.size()) {
      throw new GmeException(
          "systems are compared on the same trials, but one has "
              + first.size()
              + " trials and the other "
              + second.size(),
          "score one list of trials with both systems");
    }
    int[] place = new int[second.size()];
    for (int p = 0; p < place.length; p++) {
      place[second.trial(p)] = p;
    }
    for (int p = 0; p < place.length; p++) {
      String difference = difference(first, p, second, place[first.trial(p)]);
      if (difference != null) {
        throw new GmeException(
            "systems are compared on the same trials, but trial "
                + first.trial(p)
                + " (counted from 0) differs in its "
                + difference,
            "score one list of trials with both systems");
      }
    }
  }

  /**
   * A number that trials share if they differ in scores alone, and others hardly ever: of 64 bits,
   * the sum over all trials, because their order is that of the scores.
   */
  static long fingerprint(ScoredTrials trials) {
    TrialSpeakers speakers = trials.speakers();
    LabelIndex partition = trials.partitions().map(EqualizedPartitions::numbering).orElse(null);
    long sum = trials.size();
    for (int p = 0; p < trials.size(); p++) {
      long h = mixed(2L * trials.trial(p) + (trials.isTarget(p) ? 1 : 0));
      h = mixed(h + Double.doubleToLongBits(trials.givenWeight(p)));
      if (speakers != null) {
        h = mixed(h + speakers.label(speakers.enrol(p)));
        h = mixed(h + speakers.label(speakers.test(p)));
      }
      sum += partition == null ? h : mixed(h + partition.label(partition.number(p)) + 1);
    }
    return sum;
  }

  /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014), which spreads every bit. */
  private static long mixed(long x) {
    long z = x + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  private static String difference(ScoredTrials a, int p, ScoredTrials b, int q) {
    if (a.isTarget(p) != b.isTarget(q)) {
      return "label";
    }
    if (a.givenWeight(p) != b.givenWeight(q)) {
      return "weight";
    }
    if (!sameSpeakers(a.speakers(), p, b.speakers(), q)) {
      return "speakers";
    }
    return Objects.equals(partition(a, p), partition(b, q)) ? null : "partition";
  }

  private static boolean sameSpeakers(TrialSpeakers a, int p, TrialSpeakers b, int q) {
    if (a == null || b == null) {
      return a == b;
    }
    return a.label(a.enrol(p)) == b.label(b.enrol(q)) && a.label(a.test(p)) == b.label(b.test(q));
  }

  private static Integer partition(ScoredTrials trials, int place) {
    return trials
        .partitions()
        .map(EqualizedPartitions::numbering)
        .map(n -> n.label(n.number(place)))
        .orElse(null);
  }
}
