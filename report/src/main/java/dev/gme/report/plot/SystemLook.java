package dev.gme.report.plot;

import dev.gme.report.drawing.LegendEntry;
import dev.gme.report.drawing.Mark;
import dev.gme.report.drawing.Point;
import dev.gme.report.drawing.Stroke;
import dev.gme.report.drawing.Symbol;
import dev.gme.report.result.SystemResult;
import java.util.List;

/** How the curves of a system look in all plots of a report, by its number. */
final class SystemLook {
  private SystemLook() {}

  /** The curve of a system. */
  static Mark line(int i, SystemResult system, String hint, List<Point> points) {
    return new Mark.Line(system.name(), hint, points, Stroke.series(i), Symbol.onLine(i));
  }

  /** A second curve of a system, which is to be noticed less. */
  static Mark thinLine(int i, SystemResult system, String hint, List<Point> points) {
    return new Mark.Line(system.name(), hint, points, Stroke.series(i).thin());
  }

  /** The entry of a legend by which both are hidden and shown. */
  static LegendEntry entry(int i, SystemResult system) {
    return LegendEntry.of(system.name(), Stroke.series(i), Symbol.onLine(i));
  }
}
