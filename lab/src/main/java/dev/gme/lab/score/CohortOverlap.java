package dev.gme.lab.score;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a cohort shares with a side of the trials, and should not.
 *
 * @param recordings those that are in both
 * @param speakers those with recordings in both, as far as they are known
 */
public record CohortOverlap(Set<String> recordings, Set<String> speakers) {
  /**
   * Compares a side with a cohort.
   *
   * @param speakerOf the speakers of recordings; may be empty
   */
  public static CohortOverlap of(Side side, Side cohort, Map<String, String> speakerOf) {
    Set<String> recordings = side.allRecordings();
    recordings.retainAll(cohort.allRecordings());
    Set<String> speakers = new TreeSet<>(speakers(side, speakerOf));
    speakers.retainAll(speakers(cohort, speakerOf));
    return new CohortOverlap(recordings, speakers);
  }

  private static Set<String> speakers(Side side, Map<String, String> speakerOf) {
    Set<String> out = new HashSet<>();
    for (String id : side.allRecordings()) {
      if (speakerOf.containsKey(id)) {
        out.add(speakerOf.get(id));
      }
    }
    return out;
  }
}
