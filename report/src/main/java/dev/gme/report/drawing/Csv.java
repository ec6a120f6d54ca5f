package dev.gme.report.drawing;

import java.awt.geom.Point2D;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.BitSet;
import java.util.List;

/**
 * Writes the points of charts as CSV: a line for each, with what it belongs to and what it says. Of
 * a line those points are written that it is drawn through; others lie on it as far as anyone sees.
 */
public final class Csv {
  /** More than a plot shows, and enough to draw it again at any size. */
  private static final MathContext DIGITS = new MathContext(6);

  private Csv() {}

  /** A file, in UTF-8; values are in the units of the axes. */
  public static String file(Chart chart) {
    StringBuilder out = new StringBuilder("series,meaning,");
    out.append(cell("x: " + chart.x().label())).append(',');
    out.append(cell("y: " + chart.y().label())).append(",note\n");
    Layout layout = new Layout(chart, false);
    for (Mark mark : chart.marks()) {
      if (mark instanceof Mark.Whisker w) {
        row(out, chart, w.name(), "lower end of the interval", Point.of(w.lo(), w.y()));
        row(out, chart, w.name(), "upper end of the interval", Point.of(w.hi(), w.y()));
        continue;
      }
      if (mark.hint().isEmpty()) {
        continue; // nothing to say about its points, which others have
      }
      BitSet drawn = drawn(mark, layout);
      for (int i = drawn.nextSetBit(0); i >= 0; i = drawn.nextSetBit(i + 1)) {
        row(out, chart, mark.name(), meaning(mark.hint()), mark.points().get(i));
      }
    }
    return out.toString();
  }

  private static BitSet drawn(Mark mark, Layout layout) {
    if (mark instanceof Mark.Line) {
      List<Point2D.Double> places = mark.points().stream().map(layout::place).toList();
      return Thinning.line(places, Painter.INVISIBLE);
    }
    BitSet all = new BitSet();
    all.set(0, mark.points().size());
    return all;
  }

  private static String meaning(String hint) {
    return hint.replace("{x}", "x").replace("{y}", "y").replace("{n}", "note");
  }

  private static void row(
      StringBuilder out, Chart chart, String series, String meaning, Point point) {
    out.append(cell(series)).append(',').append(cell(meaning)).append(',');
    out.append(number(chart.x().shown(point.x()))).append(',');
    out.append(number(chart.y().shown(point.y()))).append(',');
    // Notes are written for people, with a minus sign of typography.
    out.append(cell(point.note().replace('−', '-').replace("∞", "inf"))).append('\n');
  }

  private static String number(double value) {
    if (!Double.isFinite(value)) {
      return value > 0 ? "inf" : "-inf"; // as other languages read it
    }
    double rounded = new BigDecimal(value, DIGITS).doubleValue() + 0.0;
    return rounded == Math.rint(rounded) && Math.abs(rounded) < 1e9
        ? Long.toString((long) rounded)
        : Double.toString(rounded);
  }

  /** Quoted where needed; a text that a spreadsheet would take for a formula is made plain. */
  private static String cell(String text) {
    String plain = text.matches("(?s)[=+@\\t\\r].*") ? "'" + text : text;
    return plain.matches("(?s).*[\",\\n\\r].*") ? '"' + plain.replace("\"", "\"\"") + '"' : plain;
  }
}
