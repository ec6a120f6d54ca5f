package dev.gme.benchmarks.study;

import dev.gme.core.metric.Bootstrap;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Comparison;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.MetricSummary;
import dev.gme.core.metric.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Rows of error rates of systems, with intervals of their differences from the first. */
final class PairedFigures {
  /** The columns of the rows. */
  static final List<String> COLUMNS =
      List.of(
          "set",
          "system",
          "EER",
          "difference, %",
          "Cprm_min",
          "Cllr",
          "min Cllr",
          "difference of min Cllr");

  private static final BootstrapOptions OPTIONS = BootstrapOptions.DEFAULT.withReplicates(200);

  private PairedFigures() {}

  /** A row for each system, the first of which is what the others are compared with. */
  static List<List<Cell>> of(EmbeddingExperiment set, Map<String, double[]> scores) {
    List<List<Cell>> out = new ArrayList<>();
    Bootstrap baseline = null;
    for (Map.Entry<String, double[]> system : scores.entrySet()) {
      MetricSummary f = TrialFigures.of(set.trials(), system.getValue());
      Bootstrap drawn = Bootstrap.of(set.scored(system.getValue()), OPTIONS);
      baseline = baseline == null ? drawn : baseline;
      Comparison c = Comparison.of(drawn, baseline);
      out.add(
          List.of(
              Cell.text(set.name()),
              Cell.text(system.getKey()),
              Cell.percent(f.eer()),
              interval(c, Metrics::eerRocch, 100, "%.1f"),
              Cell.number("%.3f", f.cprmMin()),
              Cell.number("%.3f", f.cllr()),
              Cell.number("%.3f", f.minCllr()),
              interval(c, Metrics::minCllr, 1, "%.3f")));
    }
    return out;
  }

  private static Cell interval(
      Comparison c, ToDoubleFunction<Metrics> metric, double unit, String format) {
    Interval i = c.interval(metric);
    return new Cell.FigureList(
        List.of(i.lo(), i.hi()),
        String.format(
            Locale.ROOT, "[" + format + ", " + format + "]", unit * i.lo(), unit * i.hi()));
  }
}
