package dev.gme.report;

import dev.gme.report.drawing.Svg;
import dev.gme.report.plot.Plot;
import dev.gme.report.result.Fact;
import dev.gme.report.text.Markup;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What all pages share: head, contents, sections with plots, and lists of facts. */
final class PageText {
  /** Nothing may be loaded, whatever a name in the page might try. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

  private final String title;
  private final StringBuilder out = new StringBuilder();

  /** The sections of the page, by the names of their places. */
  private final Map<String, String> headings = new LinkedHashMap<>();

  PageText(String title) {
    this.title = title;
  }

  /**
   * The whole page, once all sections are there.
   *
   * @param outline a line under the title
   */
  String html(String outline) {
    String sections = out.toString();
    out.setLength(0);
    head(outline);
    contents();
    out.append("<main>\n").append(sections);
    out.append("</main>\n<div id=\"tip\" role=\"status\" hidden></div>\n<script>\n");
    out.append(resource("report.js")).append("</script>\n</body>\n</html>\n");
    return out.toString();
  }

  private void head(String outline) {
    String escaped = Markup.escape(title);
    out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"").append(POLICY);
    out.append("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.append("<meta name=\"color-scheme\" content=\"light dark\">\n");
    out.append("<title>")
        .append(escaped)
        .append("</title>\n<style>\n")
        .append(resource("report.css"));
    out.append("</style>\n</head>\n<body>\n<header><h1>").append(escaped).append("</h1>\n<p>");
    out.append(Markup.escape(outline)).append("</p></header>\n");
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

  void heading(String id, String heading) {
    headings.put(id, heading);
    out.append("<section aria-labelledby=\"").append(id).append("\"><h2 id=\"").append(id);
    out.append("\">").append(heading).append("</h2>\n");
  }

  void section(String id, String heading, List<Plot> plots, String more) {
    heading(id, heading);
    if (!plots.isEmpty()) {
      out.append("<div class=\"grid\">\n");
      plots.forEach(this::figure);
      out.append("</div>\n");
    }
    out.append(more);
    endSection();
  }

  void endSection() {
    out.append("</section>\n");
  }

  void subheading(String text) {
    out.append("<h3>").append(Markup.escape(text)).append("</h3>\n");
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

  void facts(List<Fact> facts) {
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

  /** A table with a heading for each column; the first one names the rows. */
  static String table(String name, List<String> heads, List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    text.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"");
    text.append(Markup.escape(name)).append("\"><table>\n<thead><tr>");
    heads.forEach(h -> text.append("<th scope=\"col\">").append(Markup.escape(h)).append("</th>"));
    text.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : rows) {
      text.append("<tr><th scope=\"row\">").append(Markup.escape(row.get(0))).append("</th>");
      row.subList(1, row.size())
          .forEach(c -> text.append("<td>").append(Markup.escape(c)).append("</td>"));
      text.append("</tr>\n");
    }
    return text.append("</tbody></table></div>\n").toString();
  }

  private static String resource(String name) {
    try (InputStream in = PageText.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
