package dev.gme.report.drawing;

import dev.gme.report.drawing.Canvas.Anchor;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** Draws a chart on a canvas of either kind. */
final class Painter {
  /** A line may move by so much when it is thinned: less than anyone sees at twice the size. */
  static final double INVISIBLE = 0.15;

  /** Points to point at are so far apart. */
  private static final double HOVER_DISTANCE = 3;

  private static final double SYMBOL = 4.2;
  private static final double AREA_OPACITY = 0.16;
  private static final double TICK_ROOM = 15;
  private static final double CAP = 3;

  /** Shades of a square of them that are told apart. */
  private static final int SHADES = 12;

  /** Symbols along a line are so far apart. */
  private static final double ALONG_LINE = 54;

  private final Chart chart;
  private final Layout layout;
  private final Canvas canvas;
  private final Rectangle2D.Double frame;

  Painter(Chart chart, Layout layout, Canvas canvas) {
    this.chart = chart;
    this.layout = layout;
    this.canvas = canvas;
    frame = layout.frame();
  }

  /** Draws the chart with its title on white, as a picture that stands alone. */
  void paintAlone() {
    canvas.fill(new Rectangle2D.Double(0, 0, Chart.WIDTH, layout.height() + 1), Ink.PAPER, 1);
    String title = Lettering.TITLE.fit(chart.title(), Chart.WIDTH - 12);
    canvas.text(title, 6, 17, Anchor.START, Lettering.TITLE);
    paint();
  }

  void paint() {
    drawAxes();
    canvas.beginClip(frame);
    chart.marks().stream().filter(m -> !(m instanceof Mark.Spot)).forEach(this::draw);
    canvas.endClip();
    // Symbols are moved into the frame, and may stand on it.
    chart.marks().stream().filter(m -> m instanceof Mark.Spot).forEach(this::draw);
    canvas.stroke(frame, Stroke.solid(Ink.FRAME, 1));
    drawRuleLabels();
    layout.legend().forEach(this::drawLegendEntry);
  }

  private void drawAxes() {
    Stroke grid = Stroke.solid(Ink.GRID, 1);
    for (Tick t : chart.x().ticks()) {
      double x = layout.x(t.value());
      canvas.stroke(new Line2D.Double(x, frame.y, x, frame.getMaxY()), grid);
      canvas.text(t.label(), x, frame.getMaxY() + TICK_ROOM, Anchor.MIDDLE, Lettering.TICK);
    }
    for (Tick t : chart.y().ticks()) {
      double y = layout.y(t.value());
      canvas.stroke(new Line2D.Double(frame.x, y, frame.getMaxX(), y), grid);
      String label = Lettering.TICK.fit(t.label(), Layout.MAX_TICK_LABEL);
      canvas.text(label, frame.x - 6, y + 4, Anchor.END, Lettering.TICK);
    }
    canvas.text(
        chart.x().label(), frame.getCenterX(), layout.height() - 7, Anchor.MIDDLE, Lettering.LABEL);
    if (!chart.y().label().isEmpty()) {
      String label = Lettering.LABEL.fit(chart.y().label(), frame.height + TICK_ROOM);
      canvas.textUpwards(label, 13, frame.getCenterY(), Lettering.LABEL);
    }
  }

  private void draw(Mark mark) {
    List<Point2D.Double> places = mark.points().stream().map(layout::place).toList();
    canvas.beginMark(mark.name(), mark.hint(), hover(mark, places));
    if (mark instanceof Mark.Line line) {
      canvas.stroke(path(places), line.stroke());
      line.symbol().ifPresent(s -> drawAlong(places, s, line.stroke().ink()));
    } else if (mark instanceof Mark.Bars bars) {
      drawBars(bars);
    } else if (mark instanceof Mark.Spot spot) {
      Point2D.Double p = inFrame(places.get(0));
      canvas.fill(spot.symbol().at(p.x, p.y, SYMBOL), spot.ink(), 1);
      canvas.stroke(spot.symbol().at(p.x, p.y, SYMBOL), Stroke.solid(Ink.PAPER, 1));
    } else if (mark instanceof Mark.Whisker w) {
      drawWhisker(w);
    } else if (mark instanceof Mark.Heat heat) {
      drawHeat(heat);
    } else if (mark instanceof Mark.Rule rule) {
      canvas.stroke(
          path(List.of(layout.place(rule.from()), layout.place(rule.to()))), rule.stroke());
    }
    canvas.endMark();
  }

  private String hover(Mark mark, List<Point2D.Double> places) {
    if (mark.hint().isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder();
    for (int i : Thinning.spaced(places, HOVER_DISTANCE)) {
      Point2D.Double place = places.get(i);
      boolean isSpot = mark instanceof Mark.Spot;
      if (isSpot || isInFrame(place)) {
        Point p = mark.points().get(i);
        Point2D.Double shown = isSpot ? inFrame(place) : place;
        out.append(out.length() == 0 ? "" : ";")
            .append(String.format(Locale.ROOT, "%.1f,%.1f,", shown.x, shown.y))
            .append(chart.x().format(p.x()))
            .append(',')
            .append(chart.y().format(p.y()))
            .append(p.note().isEmpty() ? "" : "," + p.note().replaceAll("[,;]", " "));
      }
    }
    return out.toString();
  }

  /** Whether a point is in the frame or on its border, whatever rounding does. */
  private boolean isInFrame(Point2D.Double p) {
    return p.distance(inFrame(p)) < INVISIBLE;
  }

  private Point2D.Double inFrame(Point2D.Double p) {
    return new Point2D.Double(
        Math.max(frame.x, Math.min(frame.getMaxX(), p.x)),
        Math.max(frame.y, Math.min(frame.getMaxY(), p.y)));
  }

  private static Path2D path(List<Point2D.Double> places) {
    Path2D path = new Path2D.Double();
    BitSet keep = Thinning.line(places, INVISIBLE);
    for (int i = keep.nextSetBit(0); i >= 0; i = keep.nextSetBit(i + 1)) {
      Point2D.Double p = places.get(i);
      if (i == 0) {
        path.moveTo(p.x, p.y);
      } else {
        path.lineTo(p.x, p.y);
      }
    }
    return path;
  }

  /** Symbols at equal distances along a line, as far as it is in the frame. */
  private void drawAlong(List<Point2D.Double> places, Symbol symbol, Ink ink) {
    double toNext = ALONG_LINE / 2;
    for (int i = 1; i < places.size(); i++) {
      Point2D.Double from = places.get(i - 1);
      Point2D.Double to = places.get(i);
      double length = from.distance(to);
      double at = toNext;
      for (; at <= length; at += ALONG_LINE) {
        double share = at / length;
        Point2D.Double p =
            new Point2D.Double(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
        if (isInFrame(p)) {
          canvas.fill(symbol.at(p.x, p.y, 0.9 * SYMBOL), ink, 1);
        }
      }
      toNext = at - length;
    }
  }

  private void drawBars(Mark.Bars bars) {
    double base = layout.y(0);
    Path2D outline = new Path2D.Double();
    outline.moveTo(layout.x(bars.edges().get(0)), base);
    for (int i = 0; i < bars.points().size(); i++) {
      double top = layout.y(bars.points().get(i).y());
      outline.lineTo(layout.x(bars.edges().get(i)), top);
      outline.lineTo(layout.x(bars.edges().get(i + 1)), top);
    }
    outline.lineTo(layout.x(bars.edges().get(bars.points().size())), base);
    canvas.fill(outline, bars.stroke().ink(), AREA_OPACITY);
    canvas.stroke(outline, bars.stroke());
  }

  /** One shape for each of some shades, in which neighbours of a row are one rectangle. */
  private void drawHeat(Mark.Heat heat) {
    int n = heat.cells();
    for (int level = 1; level <= SHADES; level++) {
      Path2D shape = new Path2D.Double();
      boolean isEmpty = true;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          int from = j;
          while (j < n && Math.round(SHADES * heat.shades().get(i * n + j)) == level) {
            j++;
          }
          if (j > from) {
            isEmpty = false;
            shape.append(
                new Rectangle2D.Double(
                    frame.x + from * frame.width / n,
                    frame.y + i * frame.height / n,
                    (j - from) * frame.width / n,
                    frame.height / n),
                false);
          }
        }
      }
      if (!isEmpty) {
        canvas.fill(shape, heat.ink(), level / (double) SHADES);
      }
    }
  }

  private void drawWhisker(Mark.Whisker w) {
    double from = layout.x(w.lo());
    double to = layout.x(w.hi());
    double y = layout.y(w.y());
    Stroke stroke = Stroke.solid(w.ink(), 1.4);
    canvas.stroke(new Line2D.Double(from, y, to, y), stroke);
    canvas.stroke(new Line2D.Double(from, y - CAP, from, y + CAP), stroke);
    canvas.stroke(new Line2D.Double(to, y - CAP, to, y + CAP), stroke);
  }

  /** Beside the lower end of vertical lines, above the left end of others. */
  private void drawRuleLabels() {
    for (Mark mark : chart.marks()) {
      if (mark instanceof Mark.Rule rule && !rule.label().isEmpty()) {
        Point2D.Double from = inFrame(layout.place(rule.from()));
        boolean isVertical = rule.from().x() == rule.to().x();
        boolean fits = from.x + Lettering.NOTE.width(rule.label()) + 4 < frame.getMaxX();
        canvas.text(
            rule.label(),
            from.x + (fits ? 4 : -4),
            isVertical ? frame.getMaxY() - 5 : from.y - 4,
            fits ? Anchor.START : Anchor.END,
            Lettering.NOTE);
      }
    }
  }

  private void drawLegendEntry(Layout.PlacedEntry placed) {
    double x = placed.x();
    double y = placed.y();
    LegendEntry entry = placed.entry();
    canvas.beginLegendEntry(entry.text(), placed.area());
    double width = entry.stroke().isPresent() ? Layout.LEGEND_LINE : 9;
    entry.stroke().ifPresent(s -> canvas.stroke(new Line2D.Double(x, y, x + width, y), s));
    entry.symbol().ifPresent(s -> canvas.fill(s.at(x + width / 2, y, SYMBOL), entry.ink(), 1));
    canvas.text(placed.text(), x + width + 6, y + 4, Anchor.START, Lettering.LABEL);
    canvas.endLegendEntry();
  }
}
