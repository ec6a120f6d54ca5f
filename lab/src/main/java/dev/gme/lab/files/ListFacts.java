package dev.gme.lab.files;

import dev.gme.formats.LabelledVectors;
import dev.gme.formats.table.ListSummary;
import dev.gme.formats.table.TrialList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is said of trials, keys and scores. */
final class ListFacts {
  private ListFacts() {}

  /**
   * Adds what the list holds to the facts of a file.
   *
   * @param known vectors that trials should be about, if any
   */
  static void add(
      TrialList list, String layout, Optional<LabelledVectors> known, Map<String, Object> facts) {
    ListSummary summary = ListSummary.of(list);
    facts.put("kind", list.hasScores() ? "scores" : list.hasLabels() ? "key" : "trials");
    facts.put("layout", layout);
    facts.put("trials", list.size());
    facts.put("enrolments", list.enrolIds().size());
    facts.put("tests", list.testIds().size());
    if (list.hasLabels()) {
      facts.put("targets", summary.targets());
      facts.put("non-targets", list.size() - summary.targets());
    }
    if (list.hasScores() && list.size() > 0) {
      facts.put(
          "scores", new Spread(summary.minScore(), summary.medianScore(), summary.maxScore()));
      facts.put("infinite scores", summary.infiniteScores());
    }
    if (!summary.conditions().isEmpty()) {
      facts.put("conditions", summary.conditions());
    }
    if (known.isPresent()) {
      LabelledVectors v = known.get();
      facts.put(
          "trials without a vector",
          list.size() - list.known(id -> v.row(id) >= 0, id -> v.row(id) >= 0).size());
      facts.put("unknown enrolments", missing(list.enrolIds(), v));
      facts.put("unknown tests", missing(list.testIds(), v));
    }
  }

  private static long missing(List<String> ids, LabelledVectors vectors) {
    return ids.stream().filter(id -> vectors.row(id) < 0).count();
  }
}
