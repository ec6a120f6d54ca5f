package dev.gme.report.drawing;

import dev.gme.report.text.Markup;
import java.awt.Shape;
import java.awt.geom.Line2D;
import java.awt.geom.PathIterator;
import java.awt.geom.Rectangle2D;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes elements of SVG. Colours are attributes, which a page's style sheet overrides. */
final class SvgCanvas implements Canvas {
  private final StringBuilder out;
  private final String id;
  private int clips;

  SvgCanvas(StringBuilder out, String id) {
    this.out = out;
    this.id = id;
  }

  @Override
  public void stroke(Shape shape, Stroke stroke) {
    out.append("<path class=\"s-").append(stroke.ink().css()).append("\" d=\"");
    path(shape);
    out.append("\" fill=\"none\" stroke=\"").append(stroke.ink().hex());
    out.append("\" stroke-width=\"").append(number(stroke.width()));
    if (!stroke.dash().isEmpty()) {
      out.append("\" stroke-dasharray=\"")
          .append(stroke.dash().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }
    if (!(shape instanceof Line2D || shape instanceof Rectangle2D)) {
      out.append("\" stroke-linejoin=\"round");
    }
    out.append("\"/>\n");
  }

  @Override
  public void fill(Shape shape, Ink ink, double opacity) {
    out.append("<path class=\"f-").append(ink.css()).append("\" d=\"");
    path(shape);
    out.append("\" fill=\"").append(ink.hex());
    if (opacity < 1) {
      out.append("\" fill-opacity=\"").append(number(opacity));
    }
    out.append("\"/>\n");
  }

  private void path(Shape shape) {
    double[] p = new double[6];
    for (PathIterator i = shape.getPathIterator(null); !i.isDone(); i.next()) {
      switch (i.currentSegment(p)) {
        case PathIterator.SEG_MOVETO -> segment('M', p, 2);
        case PathIterator.SEG_LINETO -> segment('L', p, 2);
        case PathIterator.SEG_QUADTO -> segment('Q', p, 4);
        case PathIterator.SEG_CUBICTO -> segment('C', p, 6);
        default -> out.append('Z');
      }
    }
  }

  private void segment(char command, double[] p, int count) {
    out.append(command);
    for (int i = 0; i < count; i++) {
      out.append(i == 0 ? "" : " ").append(number(p[i]));
    }
  }

  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.replaceAll("0+$", "").replaceAll("\\.$", "").replaceAll("^-0$", "0");
  }

  @Override
  public void text(String text, double x, double y, Anchor anchor, Lettering lettering) {
    String place = "x=\"" + number(x) + "\" y=\"" + number(y) + "\"";
    text(text, place, anchor, lettering);
  }

  @Override
  public void textUpwards(String text, double x, double y, Lettering lettering) {
    String place = "transform=\"translate(" + number(x) + " " + number(y) + ") rotate(-90)\"";
    text(text, place, Anchor.MIDDLE, lettering);
  }

  private void text(String text, String place, Anchor anchor, Lettering lettering) {
    out.append("<text class=\"f-").append(lettering.ink.css()).append("\" ").append(place);
    out.append(" fill=\"").append(lettering.ink.hex());
    out.append("\" font-size=\"").append(number(lettering.size));
    if (lettering.bold) {
      out.append("\" font-weight=\"600");
    }
    if (anchor != Anchor.START) {
      out.append("\" text-anchor=\"").append(anchor.name().toLowerCase(Locale.ROOT));
    }
    out.append("\">").append(Markup.escape(text)).append("</text>\n");
  }

  @Override
  public void beginClip(Rectangle2D area) {
    String name = id + "-clip-" + clips++;
    out.append("<clipPath id=\"").append(name).append("\"><path d=\"");
    path(area);
    out.append("\"/></clipPath>\n<g clip-path=\"url(#").append(name).append(")\">\n");
  }

  @Override
  public void endClip() {
    out.append("</g>\n");
  }

  @Override
  public void beginMark(String name, String hint, String hover) {
    out.append("<g");
    if (!name.isEmpty()) {
      out.append(" data-name=\"").append(Markup.escape(name)).append('"');
    }
    if (!hover.isEmpty()) {
      out.append(" class=\"data\" data-hint=\"").append(Markup.escape(hint));
      out.append("\" data-points=\"").append(Markup.escape(hover)).append('"');
    }
    out.append(">");
  }

  @Override
  public void endMark() {
    out.append("</g>\n");
  }

  /** With an area that can be clicked, also between the letters. */
  @Override
  public void beginLegendEntry(String name, Rectangle2D area) {
    out.append("<g class=\"entry\" data-name=\"").append(Markup.escape(name)).append("\">");
    out.append("<path d=\"");
    path(area);
    out.append("\" fill-opacity=\"0\"/>\n");
  }

  @Override
  public void endLegendEntry() {
    out.append("</g>\n");
  }
}
