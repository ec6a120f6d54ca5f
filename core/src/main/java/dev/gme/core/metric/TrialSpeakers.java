package dev.gme.core.metric;

import dev.gme.core.GmeException;
import java.util.Locale;

/** Who speaks on the two sides of each trial, in the order of the scores, numbered from 0. */
final class TrialSpeakers {
  private final LabelIndex enrol;
  private final LabelIndex test;

  private TrialSpeakers(LabelIndex enrol, LabelIndex test) {
    this.enrol = enrol;
    this.test = test;
  }

  static TrialSpeakers of(int[] enrol, int[] test, SortedScores sorted) {
    int[] distinct = LabelIndex.distinct(enrol, test);
    TrialSpeakers out =
        new TrialSpeakers(
            LabelIndex.of(distinct, enrol, sorted), LabelIndex.of(distinct, test, sorted));
    for (int p = 0; p < sorted.size(); p++) {
      if ((out.enrol(p) == out.test(p)) != sorted.isTarget(p)) {
        int i = sorted.trial(p);
        throw new GmeException(
            String.format(
                Locale.ROOT,
                "a trial is a target trial exactly if both sides have one speaker, but trial %d"
                    + " (counted from 0) is a %s trial of speakers %d and %d",
                i,
                sorted.isTarget(p) ? "target" : "non-target",
                enrol[i],
                test[i]),
            "check that the lists of speakers and the key belong together");
      }
    }
    return out;
  }

  /** The speakers at some places, in their order, with the numbers they have here. */
  TrialSpeakers at(int[] places) {
    return new TrialSpeakers(enrol.at(places), test.at(places));
  }

  /** How many speakers there are on either side. */
  int count() {
    return enrol.count();
  }

  int enrol(int place) {
    return enrol.number(place);
  }

  int test(int place) {
    return test.number(place);
  }

  int label(int speaker) {
    return enrol.label(speaker);
  }
}
