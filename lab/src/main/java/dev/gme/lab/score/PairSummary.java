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

  /** The highest scores of every enrolment. */
  public static PairSummary topPerEnrolment(ScoredSides sides, int n, Progress progress) {
    TopPerEnrolmentSink sink = new TopPerEnrolmentSink(sides.scorer().enrolments(), n);
    ScoreReport report = sides.scorer().all(sink, progress);
    return top(sink.top(), "enrol", sides.enrol().ids(), "test", sides.test().ids(), report);
  }

  /** The highest scores of every test recording. */
  public static PairSummary topPerTest(ScoredSides sides, int n, Progress progress) {
    TopPerTestSink sink = new TopPerTestSink(sides.scorer().tests(), n);
    ScoreReport report = sides.scorer().all(sink, progress);
    return top(sink.top(), "test", sides.test().ids(), "enrol", sides.enrol().ids(), report);
  }

  private static PairSummary top(
      TopScores best,
      String side,
      List<String> of,
      String otherSide,
      List<String> partners,
      ScoreReport report) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < best.recordings(); i++) {
      for (int rank = 0; rank < best.size(i); rank++) {
        Map<String, String> ids =
            Map.of(side, of.get(i), otherSide, partners.get(best.partner(i, rank)));
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("enrol", ids.get("enrol"));
        row.put("test", ids.get("test"));
        row.put("score", best.score(i, rank));
        rows.add(row);
      }
    }
    return new PairSummary(rows, report);
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
