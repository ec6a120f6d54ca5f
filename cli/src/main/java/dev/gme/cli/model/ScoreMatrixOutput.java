package dev.gme.cli.model;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonOption;
import dev.gme.cli.files.NumberRange;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Progress;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.lab.evaluate.TextTable;
import dev.gme.lab.score.PairSummary;
import dev.gme.lab.score.ScoredSides;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What is made of the scores of all pairs where not all of them are wanted; a mixin. */
final class ScoreMatrixOutput {
  /** As many lines as fit on a screen. */
  private static final int BINS = 20;

  private static final String SELF =
      " Without --test a recording does not count against itself, nor against a model made of it.";

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
      description =
          "Print only the N highest scores of every enrolment (or test, see --per)." + SELF)
  Integer top;

  @Option(
      names = "--per",
      paramLabel = "SIDE",
      description = "Side whose highest scores --top prints: ${COMPLETION-CANDIDATES}.")
  Per per = Per.ENROL;

  @Option(
      names = "--threshold",
      paramLabel = "T",
      description =
          "Print only how many scores reach this threshold; may be given several times." + SELF)
  List<Double> thresholds = List.of();

  @Option(names = "--quantiles", description = "Print only quantiles of the scores." + SELF)
  boolean quantiles;

  @Option(
      names = "--histogram",
      paramLabel = "LOW:HIGH",
      converter = NumberRange.Reader.class,
      description =
          "Print only how many scores lie in each of "
              + BINS
              + " bins of this range, and beyond it."
              + SELF)
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
    CheckedOptions.require(
        kinds <= 1, spec, "one of --top, --threshold, --quantiles and --histogram at a time");
    CheckedOptions.require(top == null || top >= 1, spec, "--top must be at least 1, found " + top);
    CheckedOptions.require(
        thresholds.stream().noneMatch(t -> t.isNaN()), spec, "a threshold must be a number");
    if (histogram != null) {
      CheckedOptions.of(spec, this::bins);
    }
  }

  /**
   * Scores all pairs and prints what is wanted of them.
   *
   * @param self whether a recording against itself counts
   */
  ScoreReport print(ScoredSides sides, PairSummary.Self self, JsonOption json, Progress progress) {
    PairSummary summary;
    String name;
    if (top != null) {
      name = "top";
      summary =
          per == Per.ENROL
              ? PairSummary.topPerEnrolment(sides, top, self, progress)
              : PairSummary.topPerTest(sides, top, self, progress);
    } else if (!thresholds.isEmpty()) {
      name = "thresholds";
      summary = PairSummary.counts(sides, thresholds, self, progress);
    } else if (quantiles) {
      name = "quantiles";
      summary = PairSummary.quantiles(sides, self, progress);
    } else {
      name = "histogram";
      summary = PairSummary.histogram(sides, bins(), self, progress);
    }
    print(json, name, summary.rows());
    return summary.report();
  }

  private PairSummary.Bins bins() {
    return new PairSummary.Bins(histogram.first(), histogram.last(), BINS);
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
