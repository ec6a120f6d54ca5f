package dev.gme.report.plot;

import dev.gme.report.drawing.Axis;
import dev.gme.report.drawing.Chart;
import dev.gme.report.drawing.Ink;
import dev.gme.report.drawing.LegendEntry;
import dev.gme.report.drawing.Mark;
import dev.gme.report.drawing.Point;
import dev.gme.report.drawing.Stroke;
import dev.gme.report.drawing.Symbol;
import dev.gme.report.result.Histogram;
import dev.gme.report.result.PrecisionCurves;
import dev.gme.report.result.Subsets;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.NumberText;
import java.util.ArrayList;
import java.util.List;

/** How uncertainty spreads over recordings, and what it does to errors. */
final class PrecisionFigures {
  private PrecisionFigures() {}

  static List<Plot> of(List<SystemResult> systems) {
    List<Plot> out = new ArrayList<>();
    for (int i = 0; i < systems.size(); i++) {
      SystemResult s = systems.get(i);
      String id = "precision-" + (i + 1);
      String title = systems.size() == 1 ? "Precision b" : "Precision b of " + s.name();
      s.precisions().ifPresent(p -> out.add(spread(id, title, p)));
    }
    if (!out.isEmpty()) {
      out.add(errors(systems));
    }
    return out;
  }

  private static Plot spread(String id, String title, PrecisionCurves p) {
    double top = Histogram.top(p.enrol(), p.test());
    Chart.Builder chart =
        Chart.of(
            id,
            title,
            Axis.log("precision b", Math.pow(10, p.enrol().lo()), Math.pow(10, p.enrol().hi())),
            Axis.percent("% of each side", 0, top));
    chart.add(bars("tests", p.test(), Stroke.series(1)));
    chart.add(bars("enrolments", p.enrol(), Stroke.series(0)));
    chart.legend(LegendEntry.of(counted(p.enrolments(), "enrolments"), Stroke.series(0)));
    chart.legend(LegendEntry.of(counted(p.tests(), "tests"), Stroke.series(1)));
    return new Plot(
        chart.build(),
        "How sure the system is of its recordings: a small b says little about the speaker and"
            + " moves scores towards 0. Each side sums to 100 %.");
  }

  private static String counted(int count, String what) {
    return NumberText.count(count) + " " + what;
  }

  private static Mark bars(String name, Histogram h, Stroke stroke) {
    List<Point> points = new ArrayList<>();
    List<Double> edges = new ArrayList<>();
    for (int bin = 0; bin < h.bins(); bin++) {
      edges.add(Math.pow(10, h.edge(bin)));
      double middle = (h.edge(bin) + h.edge(bin + 1)) / 2;
      points.add(Point.of(Math.pow(10, middle), h.share(bin)));
    }
    edges.add(Math.pow(10, h.hi()));
    return new Mark.Bars(name, "{y} % of " + name + " have b about {x}", points, edges, stroke);
  }

  private static Plot errors(List<SystemResult> systems) {
    double lo = Double.POSITIVE_INFINITY;
    double hi = 0;
    double most = 0.001;
    for (SystemResult s : systems) {
      for (PrecisionCurves.Group g : groups(s)) {
        lo = Math.min(lo, g.b());
        hi = Math.max(hi, g.b());
        most = Math.max(most, g.figures().metrics().eerRocch());
      }
    }
    // Half a decade around a single group, or none.
    double left = hi == 0 ? 0.1 : hi > lo ? lo / 1.1 : lo / 3;
    double right = hi == 0 ? 10 : hi > lo ? hi * 1.1 : hi * 3;
    Chart.Builder chart =
        Chart.of(
            "precision-eer",
            "EER against precision",
            Axis.log("b, geometric mean of both sides", left, right),
            Axis.percent("EER, %", 0, Math.min(1, 1.08 * most)));
    for (int i = 0; i < systems.size(); i++) {
      SystemResult s = systems.get(i);
      if (s.precisions().isPresent()) {
        add(chart, s, i);
      }
    }
    return new Plot(
        chart.build(),
        "Equal-error rate (convex hull) of ten groups of trials, as many in each, by the precision"
            + " of their two sides. Groups without targets or non-targets are left out.");
  }

  private static List<PrecisionCurves.Group> groups(SystemResult s) {
    return s.precisions().map(PrecisionCurves::groups).orElse(List.of());
  }

  private static void add(Chart.Builder chart, SystemResult s, int i) {
    List<Point> points =
        groups(s).stream().map(g -> Point.of(g.b(), g.figures().metrics().eerRocch())).toList();
    chart.add(new Mark.Line(s.name(), "", points, Stroke.series(i)));
    for (int k = 0; k < points.size(); k++) {
      Subsets.SubsetFigures f = groups(s).get(k).figures();
      String hint =
          String.format(
              "EER {y} %% where b is about {x}: %s targets, %s non-targets",
              NumberText.count(f.targets()), NumberText.count(f.nontargets()));
      chart.add(new Mark.Spot(s.name(), hint, points.get(k), Symbol.series(i), Ink.series(i)));
    }
    chart.legend(LegendEntry.of(s.name(), Stroke.series(i), Symbol.series(i)));
  }
}
