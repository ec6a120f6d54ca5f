package dev.gme.formats.table;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What can be said about a list of trials or scores.
 *
 * @param targets how many are labelled so
 * @param minScore NaN where there are no scores, like the others
 * @param medianScore the lower one of two
 * @param infiniteScores how many are infinite
 * @param conditions for each condition, how many trials have each of its words
 */
public record ListSummary(
    int targets,
    double minScore,
    double medianScore,
    double maxScore,
    int infiniteScores,
    Map<String, Map<String, Integer>> conditions) {
  /** Where a condition has more words than these, only their number is told. */
  private static final int WORDS = 20;

  public ListSummary {
    conditions = Collections.unmodifiableMap(new LinkedHashMap<>(conditions));
  }

  public static ListSummary of(TrialList list) {
    int n = list.size();
    int targets = list.hasLabels() ? (int) IntStream.range(0, n).filter(list::isTarget).count() : 0;
    double[] scores = list.hasScores() ? new double[n] : new double[0];
    Arrays.setAll(scores, list::score);
    Arrays.sort(scores);
    boolean none = scores.length == 0;
    Map<String, Map<String, Integer>> conditions = new LinkedHashMap<>();
    for (TrialList.Condition c : list.conditions()) {
      conditions.put(c.name(), counts(c, n));
    }
    return new ListSummary(
        targets,
        none ? Double.NaN : scores[0],
        none ? Double.NaN : scores[(scores.length - 1) / 2],
        none ? Double.NaN : scores[scores.length - 1],
        (int) Arrays.stream(scores).filter(Double::isInfinite).count(),
        conditions);
  }

  private static Map<String, Integer> counts(TrialList.Condition c, int n) {
    if (c.words().size() > WORDS) {
      return Map.of("different words", c.words().size());
    }
    Map<String, Integer> out = new LinkedHashMap<>();
    for (int i = 0; i < n; i++) {
      out.merge(c.word(i), 1, Integer::sum);
    }
    return out;
  }
}
