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
