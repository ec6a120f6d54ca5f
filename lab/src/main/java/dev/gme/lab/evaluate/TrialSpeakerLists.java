package dev.gme.lab.evaluate;

import dev.gme.core.GmeException;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.lists.FileSuffixes;
import dev.gme.formats.table.TrialList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/** Who speaks on the two sides of trials: from lists, or from columns of the key. */
public final class TrialSpeakerLists {
  /** Names of columns with speakers, as people write them. */
  private static final List<String> ENROL_COLUMNS =
      List.of("enrol_speaker", "enrol_spk", "enrol-spk", "model_speaker", "modelspeaker");

  private static final List<String> TEST_COLUMNS =
      List.of("test_speaker", "test_spk", "test-spk", "segment_speaker", "segmentspeaker");

  private final int[] enrol;
  private final int[] test;
  private final int count;

  private TrialSpeakerLists(int[] enrol, int[] test, int count) {
    this.enrol = enrol;
    this.test = test;
    this.count = count;
  }

  /**
   * From lists of {@code id speaker}; a list may serve both sides. A model that is not in its list
   * but bears the name of one of its speakers, as in Kaldi's trials, is taken to be that speaker.
   */
  public static TrialSpeakerLists read(TrialList key, Path enrolList, Path testList)
      throws IOException {
    Map<String, String> enrol = KaldiLists.readPairs(enrolList);
    Map<String, String> test = enrolList.equals(testList) ? enrol : KaldiLists.readPairs(testList);
    return of(key, enrol, test, "the lists of speakers");
  }

  /**
   * From the speaker of each id. An enrolment without one may bear the name of a speaker.
   *
   * @param source where these come from, for messages
   */
  public static TrialSpeakerLists of(
      TrialList key, Map<String, String> enrol, Map<String, String> test, String source) {
    Set<String> names = new HashSet<>(enrol.values());
    UnaryOperator<String> enrolled =
        FileSuffixes.naming(
            source, key.enrolIds(), id -> enrol.containsKey(id) || names.contains(id));
    UnaryOperator<String> tested = FileSuffixes.naming(source, key.testIds(), test::containsKey);
    return of(
        key,
        i ->
            speaker(key, i, enrolled.apply(key.enrolIds().get(key.enrol(i))), enrol, names, source),
        i -> speaker(key, i, tested.apply(key.testIds().get(key.test(i))), test, Set.of(), source));
  }

  private static String speaker(
      TrialList key,
      int i,
      String id,
      Map<String, String> speakers,
      Set<String> names,
      String source) {
    String speaker = speakers.getOrDefault(id, names.contains(id) ? id : null);
    if (speaker == null) {
      throw new GmeException(
          key.where(i) + ": there is no speaker for '" + id + "' in " + source,
          "add it to the list of speakers; a model with a name of its own needs a line as well");
    }
    return speaker;
  }

  /** From columns of the key; empty if it has none. */
  public static Optional<TrialSpeakerLists> ofColumns(TrialList key) {
    Optional<TrialList.Condition> enrol = column(key, ENROL_COLUMNS);
    Optional<TrialList.Condition> test = column(key, TEST_COLUMNS);
    return enrol.flatMap(e -> test.map(t -> of(key, e::word, t::word)));
  }

  private static Optional<TrialList.Condition> column(TrialList key, List<String> names) {
    return key.conditions().stream().filter(c -> names.contains(c.name())).findFirst();
  }

  private static TrialSpeakerLists of(
      TrialList key, IntFunction<String> enrolSpeaker, IntFunction<String> testSpeaker) {
    Map<String, Integer> numbers = new HashMap<>();
    int[] enrol = new int[key.size()];
    int[] test = new int[key.size()];
    for (int i = 0; i < enrol.length; i++) {
      String e = enrolSpeaker.apply(i);
      String t = testSpeaker.apply(i);
      if (key.isTarget(i) != e.equals(t)) {
        throw new GmeException(
            String.format(
                "%s: a trial is a target trial exactly if one speaker is on both sides, but %s is"
                    + " a %s trial of %s and %s",
                key.where(i), key.describe(i), key.isTarget(i) ? "target" : "non-target", e, t),
            "check that the lists of speakers and the key belong together");
      }
      enrol[i] = number(numbers, e);
      test[i] = number(numbers, t);
    }
    return new TrialSpeakerLists(enrol, test, numbers.size());
  }

  private static int number(Map<String, Integer> numbers, String speaker) {
    int next = numbers.size();
    return numbers.computeIfAbsent(speaker, s -> next);
  }

  /** The speaker's number on the enrolment side of a trial of the key. */
  public int enrol(int trial) {
    return enrol[trial];
  }

  public int test(int trial) {
    return test[trial];
  }

  /** How many speakers there are. */
  public int count() {
    return count;
  }
}
