package dev.gme.cli.model;

import dev.gme.cli.files.JsonOption;
import dev.gme.cli.files.NumberRange;
import dev.gme.cli.files.Valid;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Progress;
import dev.gme.core.score.sink.CountSink;
import dev.gme.core.score.sink.HistogramSink;
import dev.gme.core.score.sink.ScoreBins;
import dev.gme.core.score.sink.ScoreHistogram;
import dev.gme.core.score.sink.TopPerEnrolmentSink;
import dev.gme.core.score.sink.TopPerTestSink;
import dev.gme.core.score.sink.TopScores;
import dev.gme.lab.evaluate.TextTable;
import dev.gme.lab.score.PairScores;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What is made of the scores of all pairs where not all of them are wanted; a mixin. */
final class ScoreMatrixOutput {
  /** As many lines as fit on a screen. */
  private static final int BINS = 20;

  private static final double[] QUANTILES = {0, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1};

  /** Whose best scores are wanted. */
  enum Per {
    ENROL,
    TEST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Print only the N highest scores of every enrolment (or test, see --per).")
  Integer top;

  @Option(
      names = "--per",
      paramLabel = "SIDE",
      description =
          "Side whose highest scores --top prints: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}).")
  Per per = Per.ENROL;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description = "Print only how many scores reach this threshold; may be given several times.")
  List<Double> thresholds = List.of();

  @Option(names = "--quantiles", description = "Print only quantiles of the scores.")
  boolean quantiles;

  @Option(
      names = "--histogram",
      paramLabel = "LOW:HIGH",
      converter = NumberRange.Reader.class,
      description =
          "Print only how many scores lie in each of "
              + BINS
              + " bins of this range, and beyond it.")
  NumberRange histogram;

  private final Terminal terminal;

  ScoreMatrixOutput(Terminal terminal) {
    this.terminal = terminal;
  }

  boolean isWanted() {
    return top != null || !thresholds.isEmpty() || quantiles || histogram != null;
  }

  void check(CommandSpec spec) {
    int kinds =
        (top == null ? 0 : 1)
            + (thresholds.isEmpty() ? 0 : 1)
            + (quantiles ? 1 : 0)
            + (histogram == null ? 0 : 1);
    Valid.require(
        kinds <= 1, spec, "one of --top, --threshold, --quantiles and --histogram at a time");
    Valid.require(top == null || top >= 1, spec, "--top must be at least 1, found " + top);
    Valid.require(
        thresholds.stream().noneMatch(t -> t.isNaN()), spec, "a threshold must be a number");
    if (histogram != null) {
      Valid.of(spec, this::bins);
    }
  }

  /** Scores all pairs and prints what is wanted of them. */
  void print(
      PairScores scores,
      List<String> enrol,
      List<String> test,
      JsonOption json,
      Progress progress) {
    if (top != null) {
      print(json, "top", topLines(scores, enrol, test, progress));
    } else if (!thresholds.isEmpty()) {
      print(json, "thresholds", countLines(scores, (long) enrol.size() * test.size(), progress));
    } else {
      HistogramSink sink = new HistogramSink(quantiles ? ScoreBins.fine() : bins());
      scores.all(sink, progress);
      if (quantiles) {
        print(json, "quantiles", quantileLines(sink.histogram()));
      } else {
        print(json, "histogram", binLines(sink.histogram()));
      }
    }
  }

  private ScoreBins bins() {
    return ScoreBins.uniform(histogram.first(), histogram.last(), BINS);
  }

  private List<Map<String, Object>> topLines(
      PairScores scores, List<String> enrol, List<String> test, Progress progress) {
    if (per == Per.ENROL) {
      TopPerEnrolmentSink sink = new TopPerEnrolmentSink(enrol.size(), top);
      scores.all(sink, progress);
      return topLines(sink.top(), enrol, test);
    }
    TopPerTestSink sink = new TopPerTestSink(test.size(), top);
    scores.all(sink, progress);
    return topLines(sink.top(), test, enrol);
  }

  private List<Map<String, Object>> countLines(PairScores scores, long all, Progress progress) {
    CountSink sink = new CountSink(thresholds.stream().mapToDouble(t -> t).toArray());
    scores.all(sink, progress);
    List<Map<String, Object>> out = new ArrayList<>();
    for (int i = 0; i < thresholds.size(); i++) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("threshold", thresholds.get(i));
      line.put("scores", sink.count(i));
      line.put("of", all);
      out.add(line);
    }
    return out;
  }

  private List<Map<String, Object>> topLines(
      TopScores best, List<String> of, List<String> partners) {
    List<Map<String, Object>> out = new ArrayList<>();
    for (int i = 0; i < best.recordings(); i++) {
      for (int rank = 0; rank < best.size(i); rank++) {
        String other = partners.get(best.partner(i, rank));
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("enrol", per == Per.ENROL ? of.get(i) : other);
        line.put("test", per == Per.ENROL ? other : of.get(i));
        line.put("score", best.score(i, rank));
        out.add(line);
      }
    }
    return out;
  }

  private static List<Map<String, Object>> quantileLines(ScoreHistogram h) {
    List<Map<String, Object>> out = new ArrayList<>();
    for (double p : QUANTILES) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("quantile", p);
      line.put("score", h.quantile(p).middle());
      out.add(line);
    }
    return out;
  }

  private static List<Map<String, Object>> binLines(ScoreHistogram h) {
    List<Map<String, Object>> out = new ArrayList<>();
    for (int b = 0; b < h.bins().size(); b++) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("from", h.bins().lower(b));
      line.put("to", h.bins().upper(b));
      line.put("scores", h.count(b));
      out.add(line);
    }
    return out;
  }

  /** Lines that all have the same names, as JSON or as a table. */
  private void print(JsonOption json, String name, List<Map<String, Object>> lines) {
    if (json.isWanted()) {
      json.print(Map.of(name, lines));
      return;
    }
    if (lines.isEmpty()) {
      return;
    }
    if (top != null) {
      // A list of scores like any other.
      for (Map<String, Object> line : lines) {
        terminal
            .out()
            .println(line.get("enrol") + " " + line.get("test") + " " + line.get("score"));
      }
      return;
    }
    TextTable table = new TextTable(lines.get(0).keySet().toArray(String[]::new));
    for (Map<String, Object> line : lines) {
      table.row(line.values().stream().map(ScoreMatrixOutput::text).toArray(String[]::new));
    }
    table.lines().forEach(terminal.out()::println);
  }

  private static String text(Object value) {
    return value instanceof Double d && Double.isFinite(d)
        ? String.format(Locale.ROOT, "%.6g", d)
        : value.toString();
  }
}
