package dev.gme.report.drawing;

import dev.gme.report.text.Markup;

/** Writes charts as SVG, into a page or as files of their own. */
public final class Svg {
  private static final String FONTS =
      "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

  private Svg() {}

  /** A standalone file, in UTF-8, with the title and on white. */
  public static String file(Chart chart) {
    StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    Layout layout = new Layout(chart, true);
    String size =
        SvgCanvas.number(Chart.WIDTH) + "\" height=\"" + SvgCanvas.number(layout.height());
    begin(out, layout, " xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size + "\"", chart);
    out.append("<title>").append(Markup.escape(chart.title())).append("</title>\n");
    SvgCanvas canvas = new SvgCanvas(out, chart.id());
    new Painter(chart, layout, canvas).paintAlone();
    return out.append("</svg>\n").toString();
  }

  /**
   * An element for a page that has its own heading, style sheet and background, and a text with the
   * id of the chart and "-caption".
   */
  public static String element(Chart chart) {
    StringBuilder out = new StringBuilder();
    Layout layout = new Layout(chart, false);
    String id = " id=\"" + chart.id() + "-plot\" aria-describedby=\"" + chart.id() + "-caption\"";
    begin(out, layout, id + " class=\"plot\" tabindex=\"0\"", chart);
    new Painter(chart, layout, new SvgCanvas(out, chart.id())).paint();
    return out.append("</svg>\n").toString();
  }

  private static void begin(StringBuilder out, Layout layout, String attributes, Chart chart) {
    out.append("<svg").append(attributes);
    out.append(" viewBox=\"0 0 ").append(SvgCanvas.number(Chart.WIDTH)).append(' ');
    out.append(SvgCanvas.number(layout.height())).append("\" role=\"img\" aria-label=\"");
    out.append(Markup.escape(chart.title())).append("\" font-family=\"").append(FONTS);
    out.append("\">\n");
  }
}
