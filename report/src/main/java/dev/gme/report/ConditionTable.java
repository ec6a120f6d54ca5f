package dev.gme.report;

import dev.gme.core.metric.OperatingPoint;
import dev.gme.report.result.ConditionResult;
import dev.gme.report.result.OperatingPoints;
import dev.gme.report.result.Subsets;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.Markup;
import dev.gme.report.text.NumberText;
import java.util.List;
import java.util.Optional;

/** The figures behind the plots of conditions. */
final class ConditionTable {
  private final List<SystemResult> systems;
  private final StringBuilder out = new StringBuilder();

  ConditionTable(List<SystemResult> systems) {
    this.systems = systems;
  }

  String html() {
    Optional<OperatingPoint> point = systems.get(0).metrics().points().stream().findFirst();
    out.append("<details><summary>Figures by condition</summary>\n");
    out.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\"");
    out.append(" aria-label=\"Figures by condition\"><table>\n<thead><tr>");
    for (String head :
        List.of("Condition", "Value", "System", "Targets", "Non-targets", "EER, %")) {
      out.append("<th scope=\"col\">").append(head).append("</th>");
    }
    point.ifPresent(
        p ->
            out.append("<th scope=\"col\">minDCF, ")
                .append(Markup.escape(OperatingPoints.text(p)))
                .append("</th>"));
    out.append("<th scope=\"col\">Cllr</th></tr></thead>\n<tbody>\n");
    for (SystemResult s : systems) {
      s.conditions().forEach(r -> row(s, r, point));
    }
    out.append("</tbody></table></div>\n");
    out.append("<p class=\"note\">–: no targets or no non-targets.</p></details>\n");
    return out.toString();
  }

  private void row(SystemResult s, ConditionResult r, Optional<OperatingPoint> point) {
    out.append("<tr><td>").append(Markup.escape(r.condition()));
    out.append("</td><th scope=\"row\">").append(Markup.escape(r.value()));
    out.append("</th><td>").append(Markup.escape(s.name())).append("</td>");
    if (r.figures().isPresent()) {
      Subsets.SubsetFigures f = r.figures().get();
      cell(NumberText.count(f.targets()));
      cell(NumberText.count(f.nontargets()));
      cell(NumberText.fixed(100 * f.metrics().eerRocch(), 2));
      point.ifPresent(p -> cell(NumberText.fixed(f.metrics().minDcf(p), 4)));
      cell(s.scoresAreLlrs() ? NumberText.fixed(f.metrics().cllr(), 4) : "–");
    } else {
      for (int i = 0; i < (point.isPresent() ? 5 : 4); i++) {
        cell("–");
      }
    }
    out.append("</tr>\n");
  }

  private void cell(String text) {
    out.append("<td class=\"number\">").append(text).append("</td>");
  }
}
