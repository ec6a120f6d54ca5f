package dev.gme.report;

import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.report.result.ConditionResult;
import dev.gme.report.result.OperatingPoints;
import dev.gme.report.result.Subsets;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.Markup;
import dev.gme.report.text.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The figures behind the plots of conditions: a group for each value, a row for each system. */
final class ConditionTable {
  private static final Figure EER = Figure.of("EER, %", Metrics::eerRocch).percent();

  private final List<SystemResult> systems;
  private final Optional<OperatingPoint> point;
  private final StringBuilder out = new StringBuilder();

  /** A system and what it has for a value of a condition. */
  private record Row(SystemResult system, ConditionResult result) {}

  ConditionTable(List<SystemResult> systems) {
    this.systems = systems;
    point = systems.get(0).metrics().points().stream().findFirst();
  }

  String html() {
    out.append("<details><summary>Figures by condition</summary>\n");
    out.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\"");
    out.append(" aria-label=\"Figures by condition\"><table class=\"systems\">\n<thead><tr>");
    List<String> heads = new ArrayList<>(List.of("System", "Targets", "Non-targets", EER.label()));
    point.ifPresent(p -> heads.add("minDCF, " + OperatingPoints.text(p)));
    heads.add("Cllr, bits");
    for (String head : heads) {
      out.append("<th scope=\"col\">").append(Markup.escape(head)).append("</th>");
    }
    out.append("</tr></thead>\n");
    rows()
        .forEach(
            (value, rows) -> {
              out.append("<tbody><tr class=\"group\"><th scope=\"rowgroup\" colspan=\"");
              out.append(heads.size()).append("\"><span>").append(Markup.escape(value));
              out.append("</span></th></tr>\n");
              rows.forEach(this::row);
              out.append("</tbody>\n");
            });
    out.append("</table></div>\n");
    out.append("<p class=\"note\">–: no targets or no non-targets.</p></details>\n");
    return out.toString();
  }

  /** By condition and value, in order of first appearance. */
  private Map<String, List<Row>> rows() {
    Map<String, List<Row>> out = new LinkedHashMap<>();
    for (SystemResult s : systems) {
      for (ConditionResult r : s.conditions()) {
        out.computeIfAbsent(r.condition() + " = " + r.value(), v -> new ArrayList<>())
            .add(new Row(s, r));
      }
    }
    return out;
  }

  private void row(Row row) {
    SystemResult s = row.system();
    out.append("<tr><th scope=\"row\">").append(Markup.escape(s.name())).append("</th>");
    if (row.result().figures().isPresent()) {
      Subsets.SubsetFigures f = row.result().figures().get();
      cell(NumberText.count(f.targets()));
      cell(NumberText.count(f.nontargets()));
      String interval =
          row.result()
              .eerInterval()
              .map(i -> " <span class=\"interval\">" + EER.text(i) + "</span>")
              .orElse("");
      cell(NumberText.fixed(100 * f.metrics().eerRocch(), 2) + interval);
      point.ifPresent(p -> cell(NumberText.fixed(f.metrics().minDcf(p), 3)));
      cell(s.scoresAreLlrs() ? NumberText.fixed(f.metrics().cllr(), 3) : "–");
    } else {
      for (int i = 0; i < (point.isPresent() ? 5 : 4); i++) {
        cell("–");
      }
    }
    out.append("</tr>\n");
  }

  private void cell(String text) {
    out.append("<td>").append(text).append("</td>");
  }
}
