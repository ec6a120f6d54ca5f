package dev.gme.report.plot;

import dev.gme.core.metric.OperatingPoint;
import dev.gme.report.drawing.Axis;
import dev.gme.report.drawing.Chart;
import dev.gme.report.drawing.Ink;
import dev.gme.report.drawing.LegendEntry;
import dev.gme.report.drawing.Mark;
import dev.gme.report.drawing.Point;
import dev.gme.report.drawing.Stroke;
import dev.gme.report.result.LlrUnit;
import dev.gme.report.result.ScoreCurves;
import dev.gme.report.result.SystemResult;
import java.util.ArrayList;
import java.util.List;

/** The cost of decisions over all priors: as the scores are, and as they could be. */
final class BayesFigure {
  /** A system above 1 is worse than none; how much worse does not matter. */
  private static final double TOP = 1.2;

  /** Priors from 0.0003 to 0.98, and more where operating points need it. */
  private static final double LEFT = -8;

  private static final double RIGHT = 4;

  private BayesFigure() {}

  static Plot of(List<SystemResult> systems, LlrUnit unit) {
    double lo = LEFT;
    double hi = RIGHT;
    List<OperatingPoint> points = systems.get(0).metrics().points();
    for (OperatingPoint p : points) {
      lo = Math.max(-ScoreCurves.MAX_LOG_ODDS, Math.min(lo, -p.bayesThreshold() - 1));
      hi = Math.min(ScoreCurves.MAX_LOG_ODDS, Math.max(hi, -p.bayesThreshold() + 1));
    }
    Chart.Builder chart =
        Chart.of(
                "bayes",
                "Normalized Bayes error rate",
                Axis.linear(unit.oddsLabel(), unit.of(lo), unit.of(hi)),
                Axis.linear("normalized error rate", 0, TOP))
            .plotHeight(DetFigure.HEIGHT);
    chart.add(
        new Mark.Rule(
            "without scores",
            Point.of(unit.of(lo), 1),
            Point.of(unit.of(hi), 1),
            Stroke.reference()));
    for (OperatingPoint p : points) {
      double x = unit.of(-p.bayesThreshold());
      chart.add(new Mark.Rule("", Point.of(x, 0), Point.of(x, TOP), Stroke.reference()));
    }
    for (int i = 0; i < systems.size(); i++) {
      addCurves(chart, systems.get(i), i, unit);
    }
    Stroke plain = new Stroke(Ink.TEXT, Stroke.series(0).width(), List.of());
    if (systems.stream().anyMatch(SystemResult::scoresAreLlrs)) {
      chart.legend(LegendEntry.of("actual", plain));
    }
    chart.legend(LegendEntry.of("minimum", plain.thin()));
    chart.legend(LegendEntry.of("operating points", Stroke.reference()));
    return new Plot(
        chart.build(),
        "Thick: the error rate at the Bayes threshold of each prior, relative to deciding without"
            + " scores. Thin: at the best threshold. The gap is lost by miscalibration.");
  }

  private static void addCurves(Chart.Builder chart, SystemResult s, int i, LlrUnit unit) {
    List<Point> act = new ArrayList<>();
    List<Point> min = new ArrayList<>();
    for (ScoreCurves.BayesError e : s.curves().bayes()) {
      act.add(Point.of(unit.of(e.logOdds()), e.act()));
      min.add(Point.of(unit.of(e.logOdds()), e.min()));
    }
    chart.add(SystemLook.thinLine(i, s, "minimum {y} at log-odds {x}", min));
    if (s.scoresAreLlrs()) {
      chart.add(SystemLook.line(i, s, "actual {y} at log-odds {x}", act));
    }
    chart.legend(SystemLook.entry(i, s));
  }
}
