package dev.gme.report.plot;

import dev.gme.core.metric.ErrorCounts;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.RocPoint;
import dev.gme.report.drawing.Axis;
import dev.gme.report.drawing.Chart;
import dev.gme.report.drawing.Ink;
import dev.gme.report.drawing.LegendEntry;
import dev.gme.report.drawing.Mark;
import dev.gme.report.drawing.Point;
import dev.gme.report.drawing.Stroke;
import dev.gme.report.drawing.Symbol;
import dev.gme.report.result.OperatingPoints;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** Misses against false alarms over all thresholds. */
final class DetFigure {
  /** Nearly square, as DET curves are usually shown. */
  static final double HEIGHT = 320;

  private static final String HINT = "misses {y} %, false alarms {x} %, threshold {n}";
  private static final int MOST_WITH_COSTS = 6;
  private static final double[] LOWEST = {1e-6, 1e-5, 1e-4, 1e-3};
  private static final double[] HIGHEST = {0.5, 0.7, 0.9, 0.99, 0.999};

  private final List<SystemResult> systems;
  private final double[] faRange;
  private final double[] missRange;

  private DetFigure(List<SystemResult> systems) {
    this.systems = systems;
    faRange = range(RocPoint::pFa);
    missRange = range(RocPoint::pMiss);
  }

  static Plot of(List<SystemResult> systems) {
    return new DetFigure(systems).plot();
  }

  /** Wide enough for all marked points that a probit axis can hold. */
  private double[] range(ToDoubleFunction<RocPoint> rate) {
    double[] marked =
        systems.stream()
            .flatMapToDouble(
                s ->
                    DoubleStream.concat(
                        DoubleStream.of(s.metrics().eerRocch()), markedPoints(s).mapToDouble(rate)))
            .filter(r -> r > 0 && r < 1)
            .toArray();
    double min = DoubleStream.of(marked).min().orElse(1);
    double max = DoubleStream.of(marked).max().orElse(0);
    double lo = DoubleStream.of(LOWEST).filter(l -> l <= min).max().orElse(LOWEST[0]);
    double hi =
        DoubleStream.of(HIGHEST).filter(h -> h >= max).min().orElse(HIGHEST[HIGHEST.length - 1]);
    return new double[] {lo, hi};
  }

  private static Stream<RocPoint> markedPoints(SystemResult s) {
    return s.costs().stream()
        .flatMap(c -> Stream.of(c.min().at(), s.scoresAreLlrs() ? c.act().at() : c.min().at()));
  }

  private Plot plot() {
    Chart.Builder chart =
        Chart.of(
                "det",
                "DET curves",
                Axis.probit("false alarms, % of non-targets", faRange[0], faRange[1]),
                Axis.probit("misses, % of targets", missRange[0], missRange[1]))
            .plotHeight(HEIGHT);
    chart.add(
        new Mark.Rule(
            "",
            Point.of(faRange[0], faRange[0]),
            Point.of(faRange[1], faRange[1]),
            Stroke.reference()));
    boolean hasLimits = addLimits(chart);
    for (int i = 0; i < systems.size(); i++) {
      addCurve(chart, i);
    }
    for (int i = 0; i < systems.size(); i++) {
      addSpots(chart, systems.get(i), Ink.series(i));
    }
    chart.legend(LegendEntry.of("EER", Symbol.CIRCLE, Ink.TEXT));
    if (marksCosts()) {
      chart.legend(LegendEntry.of("minDCF", Symbol.TRIANGLE, Ink.TEXT));
      if (systems.stream().anyMatch(SystemResult::scoresAreLlrs)) {
        chart.legend(LegendEntry.of("actDCF", Symbol.SQUARE, Ink.TEXT));
      }
    }
    return new Plot(
        chart.build(),
        "Misses against false alarms as the threshold moves; nearer to the lower left is better."
            + (hasLimits
                ? " Left of and below the labelled lines a rate rests on fewer than "
                    + ErrorCounts.ENOUGH
                    + " errors and may be off by more than 30 %."
                : ""));
  }

  /** Where rates rest on too few errors; weights make this depend on more than the rate. */
  private boolean addLimits(Chart.Builder chart) {
    SystemResult first = systems.get(0);
    boolean sameTrials =
        systems.stream()
            .allMatch(
                s ->
                    !s.isWeighted()
                        && s.targets() == first.targets()
                        && s.nontargets() == first.nontargets());
    double fa = (double) ErrorCounts.ENOUGH / first.nontargets();
    double miss = (double) ErrorCounts.ENOUGH / first.targets();
    boolean faShown = sameTrials && fa > faRange[0] && fa < faRange[1];
    boolean missShown = sameTrials && miss > missRange[0] && miss < missRange[1];
    if (faShown) {
      chart.add(
          new Mark.Rule(
              ErrorCounts.ENOUGH + " false alarms",
              Point.of(fa, missRange[0]),
              Point.of(fa, missRange[1]),
              Stroke.reference()));
    }
    if (missShown) {
      chart.add(
          new Mark.Rule(
              ErrorCounts.ENOUGH + " misses",
              Point.of(faRange[0], miss),
              Point.of(faRange[1], miss),
              Stroke.reference()));
    }
    return faShown || missShown;
  }

  private void addCurve(Chart.Builder chart, int i) {
    SystemResult s = systems.get(i);
    List<Point> points = new ArrayList<>();
    for (RocPoint p : s.det()) {
      points.add(new Point(p.pFa(), p.pMiss(), NumberText.shortest(p.threshold())));
    }
    chart.add(SystemLook.line(i, s, HINT, points));
    chart.legend(SystemLook.entry(i, s));
  }

  /** Symbols of many systems would hide the curves; the costs are in the tables. */
  private boolean marksCosts() {
    return systems.size() <= MOST_WITH_COSTS;
  }

  private void addSpots(Chart.Builder chart, SystemResult s, Ink ink) {
    double eer = s.metrics().eerRocch();
    chart.add(
        new Mark.Spot(
            s.name(), "EER {x} %, on the convex hull", Point.of(eer, eer), Symbol.CIRCLE, ink));
    if (!marksCosts()) {
      return;
    }
    for (Evaluation.Cost c : s.costs()) {
      String at = " at " + OperatingPoints.text(c.point()) + ": " + HINT;
      if (s.scoresAreLlrs()) {
        String act = "actDCF " + NumberText.fixed(c.act().dcf(), 4) + at;
        chart.add(spot(s, act, c.act().at(), Symbol.SQUARE, ink));
      }
      // Above the square: of well calibrated scores the two are nearly one point.
      String min = "minDCF " + NumberText.fixed(c.min().dcf(), 4) + at;
      chart.add(spot(s, min, c.min().at(), Symbol.TRIANGLE, ink));
    }
  }

  private static Mark spot(SystemResult s, String hint, RocPoint at, Symbol symbol, Ink ink) {
    Point point = new Point(at.pFa(), at.pMiss(), NumberText.shortest(at.threshold()));
    return new Mark.Spot(s.name(), hint, point, symbol, ink);
  }
}
