package dev.gme.report;

import dev.gme.core.metric.Interval;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.Markup;
import java.util.List;
import java.util.Optional;

/** How far systems differ, each from the best one, and all from each other. */
final class ComparisonTable {
  private final List<SystemResult> systems;
  private final List<Figure> figures;
  private final Pairs pairs;
  private final StringBuilder out = new StringBuilder();

  ComparisonTable(List<SystemResult> systems, List<Figure> figures, Pairs pairs) {
    this.systems = systems;
    this.figures = figures;
    this.pairs = pairs;
  }

  String html() {
    begin("Differences from the best", List.of("System"));
    for (int i = 0; i < systems.size(); i++) {
      out.append("<tr>");
      name(i);
      for (Figure f : figures) {
        int best = pairs.best(f);
        if (i == best) {
          out.append("<td>best</td>");
        } else {
          cell(f, i, best);
        }
      }
      out.append("</tr>\n");
    }
    out.append(
            "</tbody></table></div>\n<p class=\"note\">Each figure less that of the best system ")
        .append("of its column, with the bootstrap interval of the difference: every draw takes ")
        .append("the same speakers for both. Bold: the interval does not hold 0. Each interval ")
        .append("stands for itself; of many, some miss 0 by chance.</p>\n");
    if (systems.size() > 2) {
      allPairs();
    }
    return out.toString();
  }

  private void allPairs() {
    out.append("<details><summary>All pairs</summary>\n");
    begin("All pairs", List.of("System A", "System B"));
    for (int i = 0; i < systems.size(); i++) {
      for (int j = i + 1; j < systems.size(); j++) {
        out.append("<tr>");
        name(i);
        name(j);
        for (Figure f : figures) {
          cell(f, i, j);
        }
        out.append("</tr>\n");
      }
    }
    out.append("</tbody></table></div>\n<p class=\"note\">A less B.</p></details>\n");
  }

  private void begin(String title, List<String> names) {
    out.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"").append(title);
    out.append("\"><table class=\"systems\">\n<thead><tr>");
    names.forEach(n -> out.append("<th scope=\"col\">").append(n).append("</th>"));
    for (Figure f : figures) {
      out.append("<th scope=\"col\">").append(Markup.escape(f.label())).append("</th>");
    }
    out.append("</tr></thead>\n<tbody>\n");
  }

  private void name(int i) {
    out.append("<th scope=\"row\">").append(Markup.escape(systems.get(i).name())).append("</th>");
  }

  private void cell(Figure f, int i, int j) {
    Optional<Interval> interval = j < 0 ? Optional.empty() : pairs.difference(f, i, j);
    if (interval.isEmpty()) {
      out.append("<td>–</td>");
      return;
    }
    Interval d = interval.get();
    String text = f.signed(f.of(systems.get(i)) - f.of(systems.get(j)), d);
    out.append("<td>").append(d.contains(0) ? text : "<strong>" + text + "</strong>");
    out.append(" <span class=\"interval\">").append(f.signed(d)).append("</span></td>");
  }
}
