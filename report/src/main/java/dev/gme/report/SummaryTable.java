package dev.gme.report;

import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.report.result.OperatingPoints;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.Markup;
import dev.gme.report.text.NumberText;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** All figures, a row each, a column for each system. */
final class SummaryTable {
  private static final String FEW_ERRORS =
      "<sup title=\"fewer than 30 misses or false alarms\">†</sup>";

  private final List<SystemResult> systems;
  private final List<CostPreset> presets;
  private final StringBuilder out = new StringBuilder();
  private boolean hasFewErrors;

  /** A figure and how it is shown. */
  private record Row(
      String label,
      ToDoubleFunction<Metrics> metric,
      Predicate<SystemResult> isDefined,
      Predicate<SystemResult> isDoubtful,
      boolean isPercent,
      boolean isBetterHigh) {
    static Row of(String label, ToDoubleFunction<Metrics> metric) {
      return new Row(label, metric, s -> true, s -> false, false, false);
    }

    Row percent() {
      return new Row(label, metric, isDefined, isDoubtful, true, isBetterHigh);
    }

    Row higherIsBetter() {
      return new Row(label, metric, isDefined, isDoubtful, isPercent, true);
    }

    Row onlyLlrs() {
      Predicate<SystemResult> llrs = SystemResult::scoresAreLlrs;
      return new Row(label, metric, llrs, isDoubtful, isPercent, isBetterHigh);
    }

    Row doubtfulIf(Predicate<SystemResult> doubtful) {
      return new Row(label, metric, isDefined, doubtful, isPercent, isBetterHigh);
    }

    double best(List<SystemResult> systems) {
      double sign = isBetterHigh ? -1 : 1;
      return systems.stream()
          .filter(isDefined)
          .mapToDouble(s -> sign * metric.applyAsDouble(s.metrics()))
          .min()
          .stream()
          .map(best -> sign * best)
          .findFirst()
          .orElse(Double.NaN);
    }

    String text(double value) {
      return isPercent ? NumberText.fixed(100 * value, 2) : NumberText.fixed(value, 4);
    }
  }

  SummaryTable(List<SystemResult> systems, List<CostPreset> presets) {
    this.systems = systems;
    this.presets = presets;
  }

  String html() {
    out.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Summary\">");
    out.append("<table class=\"summary\">\n<thead><tr><th scope=\"col\">Figure</th>");
    systems.forEach(
        s -> out.append("<th scope=\"col\">").append(Markup.escape(s.name())).append("</th>"));
    out.append("</tr></thead>\n<tbody>\n");
    counts();
    row(Row.of("EER, ROC convex hull, %", Metrics::eerRocch).percent());
    row(Row.of("EER, interpolated, %", Metrics::eerInterpolated).percent());
    row(Row.of("Area under the ROC, %", Metrics::auc).percent().higherIsBetter());
    row(Row.of("Cllr, bits", Metrics::cllr).onlyLlrs());
    row(Row.of("min Cllr, bits", Metrics::minCllr));
    out.append("</tbody>\n");
    IntStream.range(0, systems.get(0).costs().size()).forEach(this::operatingPoint);
    presets.stream().filter(CostPreset::isPrimaryCost).forEach(this::primaryCost);
    out.append("</table></div>\n");
    footnotes();
    return out.toString();
  }

  private void counts() {
    out.append("<tr><th scope=\"row\">Target trials</th>");
    systems.forEach(s -> out.append("<td>").append(NumberText.count(s.targets())).append("</td>"));
    out.append("</tr>\n<tr><th scope=\"row\">Non-target trials</th>");
    systems.forEach(
        s -> out.append("<td>").append(NumberText.count(s.nontargets())).append("</td>"));
    out.append("</tr>\n");
  }

  private void row(Row row) {
    out.append("<tr><th scope=\"row\">").append(Markup.escape(row.label)).append("</th>");
    double best = systems.size() == 1 ? Double.NaN : row.best(systems);
    for (SystemResult s : systems) {
      if (row.isDefined.test(s)) {
        cell(row, s, row.metric.applyAsDouble(s.metrics()) == best);
      } else {
        out.append("<td>–</td>");
      }
    }
    out.append("</tr>\n");
  }

  private void cell(Row row, SystemResult s, boolean isBest) {
    String text = row.text(row.metric.applyAsDouble(s.metrics()));
    out.append("<td>").append(isBest ? "<strong>" + text + "</strong>" : text);
    if (row.isDoubtful.test(s)) {
      hasFewErrors = true;
      out.append(FEW_ERRORS);
    }
    s.interval(row.metric)
        .ifPresent(
            i ->
                out.append(" <span class=\"interval\">")
                    .append(row.text(i.lo()))
                    .append(" to ")
                    .append(row.text(i.hi()))
                    .append("</span>"));
    out.append("</td>");
  }

  private void operatingPoint(int k) {
    OperatingPoint point = systems.get(0).costs().get(k).point();
    group(
        OperatingPoints.fullText(point)
            + ": Bayes threshold "
            + NumberText.fixed(point.bayesThreshold(), 3));
    row(
        Row.of("minDCF", m -> m.minDcf(point))
            .doubtfulIf(s -> s.costs().get(k).minErrors().isDoubtful()));
    row(
        Row.of("actDCF", m -> m.actDcf(point))
            .onlyLlrs()
            .doubtfulIf(s -> s.costs().get(k).actErrors().isDoubtful()));
    out.append("</tbody>\n");
  }

  private void group(String label) {
    out.append("<tbody><tr class=\"group\"><th scope=\"rowgroup\" colspan=\"")
        .append(systems.size() + 1)
        .append("\"><span>")
        .append(Markup.escape(label))
        .append("</span></th></tr>\n");
  }

  private void primaryCost(CostPreset preset) {
    group("Primary cost of " + preset.label() + ", mean over its operating points");
    row(Row.of("minimum", m -> m.minCost(preset)));
    row(Row.of("actual", m -> m.actCost(preset)).onlyLlrs());
    out.append("</tbody>\n");
  }

  private void footnotes() {
    out.append("<p class=\"note\">P: prior of a target; Cmiss, Cfa: costs of errors. DCF: ")
        .append("normalized detection cost, 1 without scores. ");
    if (systems.size() > 1) {
      out.append("Bold: the best of a row. ");
    }
    systems.stream()
        .flatMap(s -> s.interval(Metrics::eerRocch).stream())
        .findFirst()
        .ifPresent(
            i ->
                out.append("Ranges: ")
                    .append(NumberText.shortest(100 * i.confidence()))
                    .append(" % bootstrap intervals over speakers. "));
    if (hasFewErrors) {
      out.append("† fewer than 30 misses or false alarms: the rate may be off by more than 30 %. ");
    }
    if (!systems.stream().allMatch(SystemResult::scoresAreLlrs)) {
      out.append("–: the scores are not log-likelihood ratios. ");
    }
    if (systems.stream().anyMatch(SystemResult::isWeighted)) {
      out.append("Trials are weighted; counts are of trials. ");
    }
    out.append("</p>\n");
  }
}
