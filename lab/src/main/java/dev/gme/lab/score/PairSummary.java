package dev.gme.lab.score;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.score.sink.CountSink;
import dev.gme.core.score.sink.HistogramSink;
import dev.gme.core.score.sink.PairSet;
import dev.gme.core.score.sink.ScoreBins;
import dev.gme.core.score.sink.ScoreHistogram;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.TopPerEnrolmentSink;
import dev.gme.core.score.sink.TopPerTestSink;
import dev.gme.core.score.sink.TopScores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is made of the scores of all pairs where not all of them are wanted: rows of named values,
 * which all have the same names.
 *
 * @param rows what was asked for
 * @param report how scoring went
 */
public record PairSummary(List<Map<String, Object>> rows, ScoreReport report) {
  private static final double[] QUANTILES = {0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1};

  /** Whether the score of a recording with itself counts. */
  public enum Self {
    INCLUDED,
    /** Left out, as are tests that the enrolled model was made of. */
    EXCLUDED
  }

  /** The highest scores of every enrolment. */
  public static PairSummary topPerEnrolment(
      ScoredSides sides, int n, Self self, Progress progress) {
    PairSet left = leftOut(sides, self);
    TopPerEnrolmentSink sink =
        new TopPerEnrolmentSink(sides.scorer().enrolments(), n + left.mostOfARow());
    ScoreReport report = sides.scorer().all(sink, progress);
    List<Map<String, Object>> rows = new ArrayList<>();
    TopScores best = sink.top();
    for (int i = 0; i < best.recordings(); i++) {
      int found = 0;
      for (int rank = 0; rank < best.size(i) && found < n; rank++) {
        int test = best.partner(i, rank);
        if (!left.contains(i, test)) {
          rows.add(row(sides, i, test, best.score(i, rank)));
          found++;
        }
      }
    }
    return new PairSummary(rows, report);
  }

  /** The highest scores of every test recording. */
  public static PairSummary topPerTest(ScoredSides sides, int n, Self self, Progress progress) {
    PairSet left = leftOut(sides, self);
    TopPerTestSink sink = new TopPerTestSink(sides.scorer().tests(), n + left.mostOfAColumn());
    ScoreReport report = sides.scorer().all(sink, progress);
    List<Map<String, Object>> rows = new ArrayList<>();
    TopScores best = sink.top();
    for (int i = 0; i < best.recordings(); i++) {
      int found = 0;
      for (int rank = 0; rank < best.size(i) && found < n; rank++) {
        int enrol = best.partner(i, rank);
        if (!left.contains(enrol, i)) {
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

  /** The pairs of an enrolment and a test that have a recording in common, if they do not count. */
  private static PairSet leftOut(ScoredSides sides, Self self) {
    if (self == Self.INCLUDED) {
      return PairSet.none(sides.scorer().enrolments());
    }
    Map<String, Integer> numbers = new HashMap<>();
    PairSet left =
        PairSet.shared(
            numbers(sides.enrol().recordings(), numbers),
            numbers(sides.test().recordings(), numbers));
    if (left.size() == (long) sides.scorer().enrolments() * sides.scorer().tests()) {
      throw new GmeException(
          "there is no pair of different recordings", "score more than one recording");
    }
    return left;
  }

  private static int[][] numbers(List<List<String>> recordings, Map<String, Integer> known) {
    return recordings.stream()
        .map(
            ids ->
                ids.stream().mapToInt(id -> known.computeIfAbsent(id, i -> known.size())).toArray())
        .toArray(int[][]::new);
  }

  /** How many scores reach each threshold. */
  public static PairSummary counts(
      ScoredSides sides, List<Double> thresholds, Self self, Progress progress) {
    PairSet left = leftOut(sides, self);
    CountSink sink = CountSink.without(left, thresholds.stream().mapToDouble(t -> t).toArray());
    ScoreReport report = sides.scorer().all(sink, progress);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < thresholds.size(); i++) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("threshold", thresholds.get(i));
      row.put("scores", sink.count(i));
      row.put("of", (long) sides.scorer().enrolments() * sides.scorer().tests() - left.size());
      rows.add(row);
    }
    return new PairSummary(rows, report);
  }

  /** Quantiles of the scores, within the width of fine bins. */
  public static PairSummary quantiles(ScoredSides sides, Self self, Progress progress) {
    HistogramSink sink = HistogramSink.without(leftOut(sides, self), ScoreBins.fine());
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
  public static PairSummary histogram(ScoredSides sides, Bins range, Self self, Progress progress) {
    HistogramSink sink =
        HistogramSink.without(
            leftOut(sides, self), ScoreBins.uniform(range.low(), range.high(), range.bins()));
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
