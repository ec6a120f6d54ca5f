package dev.gme.formats.table;

import dev.gme.core.GmeException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives the trials of a key their scores from another list, in whatever order that is. Scores of
 * trials that the key does not name are left out: a key is often of one condition only.
 *
 * <p>Published keys repeat trials, so a trial may come more than once: in the key with one label,
 * and each time it counts, in the scores with one score. Where labels or scores contradict each
 * other, both lines are named.
 *
 * <pre>{@code
 * TrialList scored = ScoreAlignment.align(ListReader.read(key), ListReader.read(scores));
 * }</pre>
 *
 * <p>Trials are sorted by enrolment, then those of an enrolment are looked up by test: the time is
 * linear in the trials, the memory a few integers for each.
 */
public final class ScoreAlignment {
  private static final int NONE = -1;

  private final TrialList key;
  private final TrialList scores;

  private ScoreAlignment(TrialList key, TrialList scores) {
    this.key = key;
    this.scores = scores;
  }

  /** The trials of the key, in its order, with their scores, which all of them must have. */
  public static TrialList align(TrialList key, TrialList scores) {
    return align(key, scores, false);
  }

  /** The trials of the key that have a score, in the order of the key, with their scores. */
  public static TrialList alignScored(TrialList key, TrialList scores) {
    return align(key, scores, true);
  }

  private static TrialList align(TrialList key, TrialList scores, boolean allowMissing) {
    if (!scores.hasScores()) {
      throw new GmeException(
          (scores.size() == 0 ? "the list" : scores.where(0)) + ": expected scores, found none",
          "give a list with a score for each trial");
    }
    int[] places = new ScoreAlignment(key, scores).places();
    int found = 0;
    int[] which = new int[places.length];
    double[] values = new double[places.length];
    for (int i = 0; i < places.length; i++) {
      if (places[i] != NONE) {
        which[found] = i;
        values[found++] = scores.score(places[i]);
      } else if (!allowMissing) {
        throw new GmeException(
            key.where(i) + ": there is no score for the trial " + key.describe(i),
            "score it, take the line out, or allow missing ones");
      }
    }
    TrialList some = found == places.length ? key : key.select(Arrays.copyOf(which, found));
    return some.withScores(Arrays.copyOf(values, found));
  }

  /** How many trials of a list have come before in it. */
  public static int repeated(TrialList list) {
    Grouped grouped = new Grouped(list);
    int[] at = new int[list.testIds().size()];
    Arrays.fill(at, NONE);
    int count = 0;
    for (int e = 0; e < list.enrolIds().size(); e++) {
      count += grouped.mark(e, at);
      grouped.clear(e, at);
    }
    return count;
  }

  /** For each trial of the key, the one of the scores that is the same. */
  private int[] places() {
    int[] enrolOf = numbers(key.enrolIds(), scores.enrolIds());
    int[] testOf = numbers(key.testIds(), scores.testIds());
    Grouped asked = new Grouped(key);
    Grouped given = new Grouped(scores);
    int[] out = new int[key.size()];
    Arrays.fill(out, NONE);
    int[] at = new int[scores.testIds().size()];
    int[] askedAt = new int[key.testIds().size()];
    Arrays.fill(at, NONE);
    Arrays.fill(askedAt, NONE);
    boolean[] seen = new boolean[scores.enrolIds().size()];
    for (int e = 0; e < enrolOf.length; e++) {
      int other = enrolOf[e];
      if (other != NONE) {
        given.mark(other, at);
        seen[other] = true;
      }
      asked.mark(e, askedAt);
      for (int k = asked.start[e]; k < asked.start[e + 1]; k++) {
        int i = asked.order[k];
        int test = testOf[key.test(i)];
        out[i] = other == NONE || test == NONE ? NONE : at[test];
      }
      asked.clear(e, askedAt);
      if (other != NONE) {
        given.clear(other, at);
      }
    }
    // Enrolments that the key does not name: their scores are not used, but must make sense.
    for (int e = 0; e < seen.length; e++) {
      if (!seen[e]) {
        given.mark(e, at);
        given.clear(e, at);
      }
    }
    return out;
  }

  private static int[] numbers(List<String> ids, List<String> others) {
    Map<String, Integer> number = new HashMap<>(2 * others.size());
    for (int i = 0; i < others.size(); i++) {
      number.put(others.get(i), i);
    }
    return ids.stream().mapToInt(id -> number.getOrDefault(id, NONE)).toArray();
  }

  /** The trials of a list by enrolment. */
  private static final class Grouped {
    final TrialList list;
    final int[] start;
    final int[] order;

    Grouped(TrialList list) {
      this.list = list;
      start = new int[list.enrolIds().size() + 1];
      for (int i = 0; i < list.size(); i++) {
        start[list.enrol(i) + 1]++;
      }
      for (int e = 1; e < start.length; e++) {
        start[e] += start[e - 1];
      }
      int[] next = start.clone();
      order = new int[list.size()];
      for (int i = 0; i < order.length; i++) {
        order[next[list.enrol(i)]++] = i;
      }
    }

    /**
     * Notes the trial of each test of an enrolment; refuses one that comes again with another label
     * or score. Returns how many come again.
     */
    int mark(int e, int[] at) {
      int again = 0;
      for (int k = start[e]; k < start[e + 1]; k++) {
        int i = order[k];
        int before = at[list.test(i)];
        if (before == NONE) {
          at[list.test(i)] = i;
        } else {
          requireSame(before, i);
          again++;
        }
      }
      return again;
    }

    private void requireSame(int before, int i) {
      if (list.hasLabels() && list.isTarget(before) != list.isTarget(i)) {
        throw contradiction(before, i, label(i), label(before));
      }
      if (list.hasScores() && list.score(before) != list.score(i)) {
        throw contradiction(before, i, "score " + list.score(i), "score " + list.score(before));
      }
    }

    private String label(int i) {
      return list.isTarget(i) ? "target" : "nontarget";
    }

    private GmeException contradiction(int before, int i, String now, String then) {
      return new GmeException(
          list.where(i)
              + ": the trial "
              + list.describe(i)
              + " has "
              + now
              + ", but "
              + then
              + (list.line(i) == 0 ? " elsewhere" : " in line " + list.line(before)),
          "find out which one is right and remove the other");
    }

    void clear(int e, int[] at) {
      for (int k = start[e]; k < start[e + 1]; k++) {
        at[list.test(order[k])] = NONE;
      }
    }
  }
}
