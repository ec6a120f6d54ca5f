package dev.gme.lab.score;

import dev.gme.core.Progress;
import dev.gme.core.score.PairScorer;
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
  public static PairSummary topPerEnrolment(
      PairScorer scorer, Side enrol, Side test, int n, Progress progress) {
    TopPerEnrolmentSink sink = new TopPerEnrolmentSink(scorer.enrolments(), n);
    ScoreReport report = scorer.all(sink, progress);
    return top(sink.top(), "enrol", enrol.ids(), "test", test.ids(), report);
  }

  /** The highest scores of every test recording. */
  public static PairSummary topPerTest(
      PairScorer scorer, Side enrol, Side test, int n, Progress progress) {
    TopPerTestSink sink = new TopPerTestSink(scorer.tests(), n);
    ScoreReport report = scorer.all(sink, progress);
    return top(sink.top(), "test", test.ids(), "enrol", enrol.ids(), report);
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
  public static PairSummary counts(PairScorer scorer, List<Double> thresholds, Progress progress) {
    CountSink sink = new CountSink(thresholds.stream().mapToDouble(t -> t).toArray());
    ScoreReport report = scorer.all(sink, progress);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < thresholds.size(); i++) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("threshold", thresholds.get(i));
      row.put("scores", sink.count(i));
      row.put("of", (long) scorer.enrolments() * scorer.tests());
      rows.add(row);
    }
    return new PairSummary(rows, report);
  }

  /** Quantiles of the scores, within the width of fine bins. */
  public static PairSummary quantiles(PairScorer scorer, Progress progress) {
    HistogramSink sink = new HistogramSink(ScoreBins.fine());
    ScoreReport report = scorer.all(sink, progress);
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
  public static PairSummary histogram(PairScorer scorer, Bins range, Progress progress) {
    HistogramSink sink =
        new HistogramSink(ScoreBins.uniform(range.low(), range.high(), range.bins()));
    ScoreReport report = scorer.all(sink, progress);
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
