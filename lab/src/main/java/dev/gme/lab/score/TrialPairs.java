package dev.gme.lab.score;

import dev.gme.formats.lists.FileSuffixes;
import dev.gme.formats.table.TrialList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The trials of a list, and which enrolment and which test each is of. */
public final class TrialPairs {
  private final TrialList list;
  private final int[] enrol;
  private final int[] test;

  /** Finds the sides of trials by their ids; refuses trials of unknown ids. */
  public static TrialPairs of(TrialList asked, List<String> enrolIds, List<String> testIds) {
    Map<String, Integer> enrols = numbers(enrolIds, asked.enrolIds(), asked.source());
    Map<String, Integer> tests = numbers(testIds, asked.testIds(), asked.source());
    asked.require(enrols::containsKey, tests::containsKey);
    return new TrialPairs(asked, enrols, tests);
  }

  /** Finds the sides of trials by their ids, and passes over trials of unknown ids. */
  public static TrialPairs ofKnown(TrialList asked, List<String> enrolIds, List<String> testIds) {
    Map<String, Integer> enrols = numbers(enrolIds, asked.enrolIds(), asked.source());
    Map<String, Integer> tests = numbers(testIds, asked.testIds(), asked.source());
    return new TrialPairs(asked.known(enrols::containsKey, tests::containsKey), enrols, tests);
  }

  private TrialPairs(TrialList list, Map<String, Integer> enrols, Map<String, Integer> tests) {
    int[] enrolOf = places(list.enrolIds(), enrols);
    int[] testOf = places(list.testIds(), tests);
    this.list = list;
    this.enrol = IntStream.range(0, list.size()).map(i -> enrolOf[list.enrol(i)]).toArray();
    this.test = IntStream.range(0, list.size()).map(i -> testOf[list.test(i)]).toArray();
  }

  /** The number of every id, also by the name that a list has for it. */
  private static Map<String, Integer> numbers(List<String> ids, List<String> asked, String source) {
    Map<String, Integer> out = new HashMap<>(2 * ids.size());
    for (int i = 0; i < ids.size(); i++) {
      out.put(ids.get(i), i);
    }
    UnaryOperator<String> naming = FileSuffixes.naming(source, asked, out::containsKey);
    asked.stream()
        .filter(id -> !naming.apply(id).equals(id))
        .forEach(id -> out.put(id, out.get(naming.apply(id))));
    return out;
  }

  /** Where each id of a list is; those that no trial has any more are nowhere. */
  private static int[] places(List<String> ids, Map<String, Integer> numbers) {
    return ids.stream().mapToInt(id -> numbers.getOrDefault(id, -1)).toArray();
  }

  /** The trials that can be scored. */
  public TrialList list() {
    return list;
  }

  /** The number of the enrolment of each. */
  public int[] enrol() {
    return enrol.clone();
  }

  /** The number of the test of each. */
  public int[] test() {
    return test.clone();
  }
}
