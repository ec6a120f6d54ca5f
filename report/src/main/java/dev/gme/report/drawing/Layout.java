package dev.gme.report.drawing;

import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;

/** Where the parts of a chart are. */
final class Layout {
  static final double LEGEND_LINE = 24;
  static final double MAX_TICK_LABEL = 130;

  private static final double GAP = 6;
  private static final double LEGEND_GAP = 14;
  private static final double ROW = 18;
  private static final double RIGHT = 12;
  private static final double TITLE = 22;
  private static final double BELOW = 40;

  private final Chart chart;
  private final Rectangle2D.Double frame;
  private final List<PlacedEntry> legend = new ArrayList<>();

  /** An entry of the legend, its line beginning at x, the middle of its height at y. */
  record PlacedEntry(LegendEntry entry, String text, double x, double y, double width) {
    Rectangle2D area() {
      return new Rectangle2D.Double(x - GAP / 2, y - ROW / 2, width + GAP, ROW);
    }
  }

  Layout(Chart chart, boolean isTitled) {
    this.chart = chart;
    double top = isTitled ? TITLE : 0;
    double rows = placeLegend(top + GAP);
    double left = leftMargin();
    frame =
        new Rectangle2D.Double(
            left, top + rows + 2 * GAP, Chart.WIDTH - left - rightMargin(), chart.plotHeight());
  }

  private double leftMargin() {
    double widest =
        chart.y().ticks().stream()
            .mapToDouble(t -> Math.min(MAX_TICK_LABEL, Lettering.TICK.width(t.label())))
            .max()
            .orElse(0);
    double label = chart.y().label().isEmpty() ? GAP : Lettering.LABEL.size + 2 * GAP;
    return Math.max(RIGHT, label + widest + GAP);
  }

  /** Room for half of a label that stands at the end of the axis. */
  private double rightMargin() {
    Axis x = chart.x();
    return x.ticks().stream()
        .filter(t -> t.value() == x.hi())
        .mapToDouble(t -> 0.5 * Lettering.TICK.width(t.label()) + 2)
        .reduce(RIGHT, Math::max);
  }

  /** Places entries from left to right and from top to bottom; returns the height. */
  private double placeLegend(double top) {
    double x = GAP;
    double y = top + ROW / 2;
    for (LegendEntry entry : chart.legend()) {
      double swatch = (entry.stroke().isPresent() ? LEGEND_LINE : ROW / 2) + GAP;
      String text = Lettering.LABEL.fit(entry.text(), Chart.WIDTH - swatch - 2 * GAP);
      double width = swatch + Lettering.LABEL.width(text);
      if (x > GAP && x + width > Chart.WIDTH - GAP) {
        x = GAP;
        y += ROW;
      }
      legend.add(new PlacedEntry(entry, text, x, y, width));
      x += width + LEGEND_GAP;
    }
    return legend.isEmpty() ? 0 : y + ROW / 2 - top;
  }

  Rectangle2D.Double frame() {
    return frame;
  }

  List<PlacedEntry> legend() {
    return legend;
  }

  double height() {
    return frame.getMaxY() + BELOW;
  }

  double x(double value) {
    return frame.x + frame.width * chart.x().position(value);
  }

  double y(double value) {
    return frame.y + frame.height * (1 - chart.y().position(value));
  }

  Point2D.Double place(Point p) {
    return new Point2D.Double(x(p.x()), y(p.y()));
  }
}
