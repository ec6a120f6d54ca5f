package dev.gme.report;

import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.ErrorCounts;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.report.text.Markup;
import dev.gme.report.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** All figures, a row each, a column for each system. */
final class SummaryTable {
  private static final int PERCENT_DIGITS = 2;
  private static final int COST_DIGITS = 4;
  private static final String FEW_ERRORS =
      "<sup title=\"fewer than 30 misses or false alarms\">†</sup>";

  private final List<SystemResult> systems;
  private final List<CostPreset> presets;
  private final StringBuilder out = new StringBuilder();
  private boolean hasFewErrors;

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
    percentRow("EER, ROC convex hull, %", Metrics::eerRocch);
    percentRow("EER, interpolated, %", Metrics::eerInterpolated);
    row("Cllr, bits", Metrics::cllr, SystemResult::scoresAreLlrs, 1, COST_DIGITS);
    row("min Cllr, bits", Metrics::minCllr, s -> true, 1, COST_DIGITS);
    percentRow("Area above the ROC, %", m -> 1 - m.auc());
    out.append("</tbody>\n");
    IntStream.range(0, systems.get(0).costs().size()).forEach(this::operatingPoint);
    presets.stream().filter(CostPreset::isPrimaryCost).forEach(this::primaryCost);
    out.append("</table></div>\n");
    footnotes();
    return out.toString();
  }

  private void counts() {
    out.append("<tr><th scope=\"row\">Target trials</th>");
    systems.forEach(s -> out.append("<td>").append(Numbers.count(s.targets())).append("</td>"));
    out.append("</tr>\n<tr><th scope=\"row\">Non-target trials</th>");
    systems.forEach(s -> out.append("<td>").append(Numbers.count(s.nontargets())).append("</td>"));
    out.append("</tr>\n");
  }

  private void percentRow(String label, ToDoubleFunction<Metrics> metric) {
    row(label, metric, s -> true, 100, PERCENT_DIGITS);
  }

  private void row(
      String label,
      ToDoubleFunction<Metrics> metric,
      Predicate<SystemResult> isDefined,
      double factor,
      int digits) {
    begin(label);
    double best = best(metric, isDefined);
    for (SystemResult s : systems) {
      if (isDefined.test(s)) {
        double value = metric.applyAsDouble(s.metrics());
        cell(value, s.interval(metric), factor, digits, value == best, "");
      } else {
        out.append("<td>–</td>");
      }
    }
    out.append("</tr>\n");
  }

  private void begin(String label) {
    out.append("<tr><th scope=\"row\">").append(Markup.escape(label)).append("</th>");
  }

  /** The lowest value, if there is something to compare. */
  private double best(ToDoubleFunction<Metrics> metric, Predicate<SystemResult> isDefined) {
    return systems.size() == 1
        ? Double.NaN
        : systems.stream()
            .filter(isDefined)
            .mapToDouble(s -> metric.applyAsDouble(s.metrics()))
            .min()
            .orElse(Double.NaN);
  }

  private void cell(
      double value,
      Optional<Interval> interval,
      double factor,
      int digits,
      boolean isBest,
      String mark) {
    String text = Numbers.fixed(factor * value, digits);
    out.append("<td>").append(isBest ? "<strong>" + text + "</strong>" : text).append(mark);
    interval.ifPresent(
        i ->
            out.append(" <span class=\"interval\">")
                .append(Numbers.fixed(factor * i.lo(), digits))
                .append(" to ")
                .append(Numbers.fixed(factor * i.hi(), digits))
                .append("</span>"));
    out.append("</td>");
  }

  private void operatingPoint(int k) {
    OperatingPoint point = systems.get(0).costs().get(k).point();
    group(
        OperatingPoints.fullText(point)
            + ": Bayes threshold "
            + Numbers.fixed(point.bayesThreshold(), 3));
    begin("minDCF");
    double best = best(m -> m.minDcf(point), s -> true);
    for (SystemResult s : systems) {
      double value = s.metrics().minDcf(point);
      Optional<Interval> interval = s.interval(m -> m.minDcf(point));
      String mark = mark(s.costs().get(k).minErrors());
      cell(value, interval, 1, COST_DIGITS, value == best, mark);
    }
    out.append("</tr>\n");
    begin("actDCF");
    double bestAct = best(m -> m.actDcf(point), SystemResult::scoresAreLlrs);
    for (SystemResult s : systems) {
      if (s.scoresAreLlrs()) {
        double value = s.metrics().actDcf(point);
        Optional<Interval> interval = s.interval(m -> m.actDcf(point));
        String mark = mark(s.costs().get(k).actErrors());
        cell(value, interval, 1, COST_DIGITS, value == bestAct, mark);
      } else {
        out.append("<td>–</td>");
      }
    }
    out.append("</tr>\n</tbody>\n");
  }

  private String mark(ErrorCounts errors) {
    hasFewErrors |= errors.isDoubtful();
    return errors.isDoubtful() ? FEW_ERRORS : "";
  }

  private void group(String label) {
    out.append("<tbody><tr class=\"group\"><th scope=\"rowgroup\" colspan=\"")
        .append(systems.size() + 1)
        .append("\"><span>")
        .append(Markup.escape(label))
        .append("</span></th></tr>\n");
  }

  private void primaryCost(CostPreset preset) {
    group("Primary cost of " + preset.label() + ", mean over its points");
    row("minimum", m -> m.minCost(preset), s -> true, 1, COST_DIGITS);
    row("actual", m -> m.actCost(preset), SystemResult::scoresAreLlrs, 1, COST_DIGITS);
    out.append("</tbody>\n");
  }

  private void footnotes() {
    out.append("<p class=\"note\">P: prior of a target; Cmiss, Cfa: costs of errors. DCF: ")
        .append("detection cost, 1 without scores. ");
    if (systems.size() > 1) {
      out.append("Bold: the lowest of a row. ");
    }
    systems.stream()
        .flatMap(s -> s.interval(Metrics::eerRocch).stream())
        .findFirst()
        .ifPresent(
            i ->
                out.append("Ranges: ")
                    .append(Numbers.shortest(100 * i.confidence()))
                    .append(" % intervals by bootstrap over speakers. "));
    if (hasFewErrors) {
      out.append("† fewer than 30 misses or false alarms: known to less than ±30 %. ");
    }
    if (!systems.stream().allMatch(SystemResult::scoresAreLlrs)) {
      out.append("–: the scores are no log-likelihood ratios. ");
    }
    if (systems.stream().anyMatch(SystemResult::isWeighted)) {
      out.append("Trials are weighted; counts are of trials. ");
    }
    out.append("</p>\n");
  }
}
