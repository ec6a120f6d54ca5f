package dev.gme.lab.score;

import dev.gme.core.Progress;
import dev.gme.core.score.sink.CountSink;
import dev.gme.core.score.sink.HistogramSink;
import dev.gme.core.score.sink.ScoreBins;
import dev.gme.core.score.sink.ScoreHistogram;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.TopPerEnrolmentSink;
import dev.gme.core.score.sink.TopPerTestSink;
import dev.gme.core.score.sink.TopScores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is made of the scores of all pairs where not all of them are wanted: rows of named values,
 * which all have the same names.
 *
 * @param rows what was asked for
 * @param report how scoring went
 */
public record PairSummary(List<Map<String, Object>> rows, ScoreReport report) {
  private static final double[] QUANTILES = {0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1};

  /** Whether a recording may be among its own best partners. */
  public enum Self {
    INCLUDED,
    /** Left out, as are tests that the enrolled model was made of. */
    EXCLUDED
  }

  /** The highest scores of every enrolment. */
  public static PairSummary topPerEnrolment(
      ScoredSides sides, int n, Self self, Progress progress) {
    Set<List<Integer>> left = self == Self.EXCLUDED ? ofOneRecording(sides) : Set.of();
    int most = mostOfOne(left, 0);
    TopPerEnrolmentSink sink = new TopPerEnrolmentSink(sides.scorer().enrolments(), n + most);
    ScoreReport report = sides.scorer().all(sink, progress);
    List<Map<String, Object>> rows = new ArrayList<>();
    TopScores best = sink.top();
    for (int i = 0; i < best.recordings(); i++) {
      int found = 0;
      for (int rank = 0; rank < best.size(i) && found < n; rank++) {
        int test = best.partner(i, rank);
        if (!left.contains(List.of(i, test))) {
          rows.add(row(sides, i, test, best.score(i, rank)));
          found++;
        }
      }
    }
    return new PairSummary(rows, report);
  }

  /** The highest scores of every test recording. */
  public static PairSummary topPerTest(ScoredSides sides, int n, Self self, Progress progress) {
    Set<List<Integer>> left = self == Self.EXCLUDED ? ofOneRecording(sides) : Set.of();
    int most = mostOfOne(left, 1);
    TopPerTestSink sink = new TopPerTestSink(sides.scorer().tests(), n + most);
    ScoreReport report = sides.scorer().all(sink, progress);
    List<Map<String, Object>> rows = new ArrayList<>();
    TopScores best = sink.top();
    for (int i = 0; i < best.recordings(); i++) {
      int found = 0;
      for (int rank = 0; rank < best.size(i) && found < n; rank++) {
        int enrol = best.partner(i, rank);
        if (!left.contains(List.of(enrol, i))) {
          rows.add(row(sides, enrol, i, best.score(i, rank)));
          found++;
        }
      }
    }
    return new PairSummary(rows, report);
  }

  private static Map<String, Object> row(ScoredSides sides, int enrol, int test, float score) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("enrol", sides.enrol().ids().get(enrol));
    row.put("test", sides.test().ids().get(test));
    row.put("score", score);
    return row;
  }

  /** The pairs of an enrolment and a test that have a recording in common. */
  private static Set<List<Integer>> ofOneRecording(ScoredSides sides) {
    Map<String, List<Integer>> tests = new HashMap<>();
    List<List<String>> tested = sides.test().recordings();
    for (int t = 0; t < tested.size(); t++) {
      for (String id : tested.get(t)) {
        tests.computeIfAbsent(id, i -> new ArrayList<>()).add(t);
      }
    }
    Set<List<Integer>> out = new HashSet<>();
    List<List<String>> enrolled = sides.enrol().recordings();
    for (int e = 0; e < enrolled.size(); e++) {
      for (String id : enrolled.get(e)) {
        for (int t : tests.getOrDefault(id, List.of())) {
          out.add(List.of(e, t));
        }
      }
    }
    return out;
  }

  /** How many of the pairs one row (place 0) or column (place 1) has at most. */
  private static int mostOfOne(Set<List<Integer>> pairs, int place) {
    Map<Integer, Integer> counts = new HashMap<>();
    pairs.forEach(pair -> counts.merge(pair.get(place), 1, Integer::sum));
    return counts.values().stream().mapToInt(c -> c).max().orElse(0);
  }

  /** How many scores reach each threshold. */
  public static PairSummary counts(ScoredSides sides, List<Double> thresholds, Progress progress) {
    CountSink sink = new CountSink(thresholds.stream().mapToDouble(t -> t).toArray());
    ScoreReport report = sides.scorer().all(sink, progress);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < thresholds.size(); i++) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("threshold", thresholds.get(i));
      row.put("scores", sink.count(i));
      row.put("of", (long) sides.scorer().enrolments() * sides.scorer().tests());
      rows.add(row);
    }
    return new PairSummary(rows, report);
  }

  /** Quantiles of the scores, within the width of fine bins. */
  public static PairSummary quantiles(ScoredSides sides, Progress progress) {
    HistogramSink sink = new HistogramSink(ScoreBins.fine());
    ScoreReport report = sides.scorer().all(sink, progress);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (double p : QUANTILES) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("quantile", p);
      row.put("score", sink.histogram().quantile(p).middle());
      rows.add(row);
    }
    return new PairSummary(rows, report);
  }

  /**
   * A range of scores in equal bins.
   *
   * @param bins how many
   */
  public record Bins(double low, double high, int bins) {
    public Bins {
      ScoreBins.uniform(low, high, bins);
    }
  }

  /** How many scores lie in each bin of a range, and beyond it. */
  public static PairSummary histogram(ScoredSides sides, Bins range, Progress progress) {
    HistogramSink sink =
        new HistogramSink(ScoreBins.uniform(range.low(), range.high(), range.bins()));
    ScoreReport report = sides.scorer().all(sink, progress);
    ScoreHistogram histogram = sink.histogram();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int b = 0; b < histogram.bins().size(); b++) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("from", histogram.bins().lower(b));
      row.put("to", histogram.bins().upper(b));
      row.put("scores", histogram.count(b));
      rows.add(row);
    }
    return new PairSummary(rows, report);
  }
}
