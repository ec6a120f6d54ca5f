package dev.gme.report;

import dev.gme.report.drawing.Svg;
import dev.gme.report.plot.Plot;
import dev.gme.report.plot.ReportPlots;
import dev.gme.report.result.Fact;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.Markup;
import dev.gme.report.text.NumberText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The text of the page. */
final class HtmlPage {
  /** Nothing may be loaded, whatever a name in the page might try. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

  /** Shown by the script, without which it would not be true. */
  private static final String LEGEND_HELP =
      "<p id=\"legend-help\" class=\"note\" hidden>Click a system in a legend to hide or show it in all"
          + " plots, double-click to show it alone (keys: Tab, arrows, Enter, Shift + Enter).</p>\n";

  private final Report report;
  private final StringBuilder out = new StringBuilder();

  /** The sections of the page, by the names of their places. */
  private final Map<String, String> headings = new LinkedHashMap<>();

  HtmlPage(Report report) {
    this.report = report;
  }

  String html() {
    ReportPlots figures = report.plotsBySection();
    List<SystemResult> systems = report.systems();
    Pairs pairs = new Pairs(systems);
    SummaryTable summary = new SummaryTable(systems, report.presets(), report.unit(), pairs);
    section("summary", "Summary", List.of(), summary.main());
    section("detection", "Errors and costs", figures.detection(), LEGEND_HELP);
    section("scores", "Scores and calibration", figures.scores(), "");
    if (systems.stream().anyMatch(s -> !s.conditions().isEmpty())) {
      String table = new ConditionTable(systems).html();
      section("conditions", "Errors by condition", figures.conditions(), table);
    }
    if (!figures.precision().isEmpty()) {
      section("precision", "Uncertainty", figures.precision(), "");
    }
    if (pairs.isPaired()) {
      String table = new ComparisonTable(systems, summary.compared(), pairs).html();
      section("comparisons", "Paired comparisons", List.of(), table);
    }
    section("figures", "Further figures", List.of(), summary.further());
    provenance();
    String sections = out.toString();
    out.setLength(0);
    head();
    contents();
    out.append("<main>\n").append(sections);
    out.append("</main>\n<div id=\"tip\" role=\"status\" hidden></div>\n<script>\n");
    out.append(resource("report.js")).append("</script>\n</body>\n</html>\n");
    return out.toString();
  }

  private void head() {
    String title = Markup.escape(report.title());
    out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"").append(POLICY);
    out.append("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.append("<meta name=\"color-scheme\" content=\"light dark\">\n");
    out.append("<title>")
        .append(title)
        .append("</title>\n<style>\n")
        .append(resource("report.css"));
    out.append("</style>\n</head>\n<body>\n<header><h1>").append(title).append("</h1>\n<p>");
    out.append(Markup.escape(outline())).append("</p></header>\n");
  }

  private String outline() {
    List<SystemResult> systems = report.systems();
    SystemResult first = systems.get(0);
    boolean sameCounts =
        systems.stream()
            .allMatch(s -> s.targets() == first.targets() && s.nontargets() == first.nontargets());
    return (systems.size() == 1 ? first.name() : systems.size() + " systems")
        + (sameCounts
            ? String.format(
                " · %s target and %s non-target trials",
                NumberText.count(first.targets()), NumberText.count(first.nontargets()))
            : " · on different trials");
  }

  private void contents() {
    out.append("<nav aria-label=\"Contents\"><ul>\n");
    headings.forEach(
        (id, heading) -> {
          out.append("<li><a href=\"#").append(id).append("\">");
          out.append(heading).append("</a></li>\n");
        });
    out.append("</ul></nav>\n");
  }

  private void heading(String id, String heading) {
    headings.put(id, heading);
    out.append("<section aria-labelledby=\"").append(id).append("\"><h2 id=\"").append(id);
    out.append("\">").append(heading).append("</h2>\n");
  }

  private void section(String id, String heading, List<Plot> plots, String more) {
    heading(id, heading);
    if (!plots.isEmpty()) {
      out.append("<div class=\"grid\">\n");
      plots.forEach(this::figure);
      out.append("</div>\n");
    }
    out.append(more).append("</section>\n");
  }

  private void figure(Plot plot) {
    String id = plot.id();
    out.append("<figure id=\"").append(id).append("\"><h3>");
    out.append(Markup.escape(plot.title())).append("</h3>\n");
    out.append(Svg.element(plot.chart())).append("<figcaption id=\"").append(id);
    out.append("-caption\">").append(Markup.escape(plot.caption())).append(" <a download=\"");
    out.append(id).append(".csv\" href=\"data:text/csv;charset=utf-8,");
    out.append(Markup.urlEncoded(plot.csv())).append("\" aria-label=\"Data of the plot ");
    out.append(Markup.escape(plot.title()))
        .append(" as CSV\">Data (CSV)</a></figcaption></figure>\n");
  }

  private void provenance() {
    boolean isEmpty =
        report.provenance().isEmpty()
            && report.systems().stream().allMatch(s -> s.provenance().isEmpty());
    if (isEmpty) {
      return;
    }
    heading("provenance", "Provenance");
    facts(report.provenance());
    for (SystemResult s : report.systems()) {
      if (!s.provenance().isEmpty()) {
        out.append("<h3>").append(Markup.escape(s.name())).append("</h3>\n");
        facts(s.provenance());
      }
    }
    out.append("</section>\n");
  }

  private void facts(List<Fact> facts) {
    if (facts.isEmpty()) {
      return;
    }
    out.append("<dl>\n");
    for (Fact f : facts) {
      out.append("<dt>").append(Markup.escape(f.what())).append("</dt><dd>");
      out.append(Markup.escape(f.text())).append("</dd>\n");
    }
    out.append("</dl>\n");
  }

  private static String resource(String name) {
    try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
