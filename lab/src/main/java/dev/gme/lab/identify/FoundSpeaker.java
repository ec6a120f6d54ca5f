package dev.gme.lab.identify;

import dev.gme.core.identify.Identification;
import dev.gme.core.identify.IdentificationCosts;
import dev.gme.formats.table.SearchAnswers;
import java.util.List;

/**
 * The answer for one test.
 *
 * @param test its id
 * @param enrolled the names that candidates are numbers of
 * @param found the candidates and their posteriors
 * @param decision the answer that costs least
 */
public record FoundSpeaker(
    String test,
    List<String> enrolled,
    Identification found,
    IdentificationCosts.Decision decision) {
  /** What stands in the place of a name where it is nobody who is enrolled. */
  public static final String NOBODY = SearchAnswers.NOBODY;

  /** The name of a candidate. */
  public String candidate(int i) {
    return enrolled.get(found.speaker(i));
  }

  /** The name that is given, or {@link #NOBODY}. */
  public String answer() {
    return decision.isNamed() ? enrolled.get(decision.speaker()) : NOBODY;
  }
}
