package dev.gme.formats.table;

import dev.gme.core.GmeException;
import dev.gme.core.parallel.Workers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the trials of a list are in another list, which may have them in any order: a key and the
 * scores of a system, for example.
 *
 * <pre>{@code
 * TrialMatch match = TrialMatch.of(key, scores);
 * match.requireComplete();
 * double score = scores.score(match.place(0)); // of the first trial of the key
 * }</pre>
 *
 * <p>A list may have a trial twice. Of scores, both must then be the same.
 */
public final class TrialMatch {
  private final TrialList wanted;
  private final TrialList there;
  private final int[] places;
  private final int missing;
  private final int unknown;

  private TrialMatch(TrialList wanted, TrialList there, int[] places, int unknown) {
    this.wanted = wanted;
    this.there = there;
    this.places = places;
    this.unknown = unknown;
    missing = (int) Arrays.stream(places).filter(p -> p < 0).count();
  }

  /** Finds the trials of one list in another. */
  public static TrialMatch of(TrialList wanted, TrialList there) {
    int[] enrol = numbers(wanted.enrolIds(), there.enrolIds());
    int[] test = numbers(wanted.testIds(), there.testIds());
    int unknown = firstUnknown(wanted, there);
    if (inOneOrder(wanted, there, enrol, test)) {
      int[] same = new int[wanted.size()];
      Arrays.setAll(same, i -> i);
      return new TrialMatch(wanted, there, same, unknown);
    }
    Rows rows = new Rows(there);
    int[] places = new int[wanted.size()];
    for (int i = 0; i < places.length; i++) {
      int e = enrol[wanted.enrol(i)];
      int t = test[wanted.test(i)];
      places[i] = e < 0 || t < 0 ? -1 : rows.find(e, t);
    }
    return new TrialMatch(wanted, there, places, unknown);
  }

  /** For each id, its number among others, or −1. */
  private static int[] numbers(List<String> ids, List<String> others) {
    Map<String, Integer> number = new HashMap<>(2 * others.size());
    for (int i = 0; i < others.size(); i++) {
      number.put(others.get(i), i);
    }
    return ids.stream().mapToInt(id -> number.getOrDefault(id, -1)).toArray();
  }

  private static int firstUnknown(TrialList wanted, TrialList there) {
    int[] enrol = numbers(there.enrolIds(), wanted.enrolIds());
    int[] test = numbers(there.testIds(), wanted.testIds());
    for (int i = 0; i < there.size(); i++) {
      if (enrol[there.enrol(i)] < 0 || test[there.test(i)] < 0) {
        return i;
      }
    }
    return -1;
  }

  private static boolean inOneOrder(TrialList wanted, TrialList there, int[] enrol, int[] test) {
    if (wanted.size() != there.size()) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      if (enrol[wanted.enrol(i)] != there.enrol(i) || test[wanted.test(i)] != there.test(i)) {
        return false;
      }
    }
    return true;
  }

  /** The trials of each enrolment, by test: four bytes a trial, whatever the ids. */
  private static final class Rows {
    private final TrialList list;
    private final int[] start;
    private final int[] order;

    Rows(TrialList list) {
      this.list = list;
      start = new int[list.enrolIds().size() + 1];
      order = new int[list.size()];
      for (int i = 0; i < order.length; i++) {
        start[list.enrol(i) + 1]++;
      }
      Arrays.parallelPrefix(start, Integer::sum);
      int[] next = start.clone();
      for (int i = 0; i < order.length; i++) {
        order[next[list.enrol(i)]++] = i;
      }
      Workers.forEach(start.length - 1, this::sortRow);
    }

    private void sortRow(int row) {
      long[] keys = new long[start[row + 1] - start[row]];
      for (int k = 0; k < keys.length; k++) {
        int trial = order[start[row] + k];
        keys[k] = (long) list.test(trial) << 32 | trial;
      }
      Arrays.sort(keys);
      for (int k = 0; k < keys.length; k++) {
        order[start[row] + k] = (int) keys[k];
        if (k > 0 && keys[k] >> 32 == keys[k - 1] >> 32) {
          requireSame((int) keys[k - 1], (int) keys[k]);
        }
      }
    }

    private void requireSame(int first, int second) {
      if (list.hasScores() && list.score(first) != list.score(second)) {
        throw new GmeException(
            list.where(second)
                + ": the trial "
                + list.describe(second)
                + " has the score "
                + list.score(second)
                + ", but line "
                + list.line(first)
                + " gives it "
                + list.score(first),
            "remove one of the two lines");
      }
    }

    int find(int enrol, int test) {
      int low = start[enrol];
      int high = start[enrol + 1];
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (list.test(order[middle]) < test) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low < start[enrol + 1] && list.test(order[low]) == test ? order[low] : -1;
    }
  }

  /** The number of trial i in the other list, or −1 if it is not there. */
  public int place(int i) {
    return places[i];
  }

  /** How many trials are not in the other list. */
  public int missing() {
    return missing;
  }

  /** Refuses trials that are missing in the other list, and ids in that list that are unknown. */
  public void requireComplete() {
    for (int i = 0; i < places.length && missing > 0; i++) {
      if (places[i] < 0) {
        throw new GmeException(
            wanted.where(i)
                + ": there is no score for "
                + wanted.describe(i)
                + " in "
                + there.source()
                + (missing > 1 ? ", nor for " + (missing - 1) + " other trials" : ""),
            "score it too, or leave out what is not scored with --allow-missing");
      }
    }
    if (unknown >= 0) {
      throw new GmeException(
          there.where(unknown)
              + ": the trial "
              + there.describe(unknown)
              + " names an id that "
              + wanted.source()
              + " does not have",
          "check that the lists belong together, or pass over such lines with --allow-missing");
    }
  }
}
