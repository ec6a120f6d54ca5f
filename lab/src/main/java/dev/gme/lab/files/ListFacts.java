package dev.gme.lab.files;

import dev.gme.formats.LabelledVectors;
import dev.gme.formats.table.ListSummary;
import dev.gme.formats.table.ScoreAbout;
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
      facts.put("the scores are", list.about().map(ScoreAbout::description).orElse("not said"));
      facts.put("log-likelihood ratios", list.about().map(ListFacts::llrs).orElse("not said"));
      list.about().ifPresent(about -> origin(about, facts));
      if (!list.hasLabels() && list.asKey().hasLabels()) {
        facts.put("note", "every score is 0 or 1: these are labels where a key is expected");
      }
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

  private static String llrs(ScoreAbout about) {
    return about.isLlr() ? "yes" : "no, " + about.kind().label();
  }

  private static void origin(ScoreAbout about, Map<String, Object> facts) {
    if (!about.model().isEmpty()) {
      facts.put("model", about.model() + ", sha256 " + about.modelSha256());
    }
    if (!about.pipeline().isEmpty()) {
      facts.put("pipeline", about.pipeline());
    }
    if (!about.tool().isEmpty()) {
      facts.put("made by", about.tool());
    }
  }

  private static long missing(List<String> ids, LabelledVectors vectors) {
    return ids.stream().filter(id -> vectors.row(id) < 0).count();
  }
}
