package dev.gme.report.plot;

import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.RocPoint;
import dev.gme.report.drawing.Axis;
import dev.gme.report.drawing.Chart;
import dev.gme.report.drawing.LegendEntry;
import dev.gme.report.drawing.Mark;
import dev.gme.report.drawing.Point;
import dev.gme.report.drawing.Stroke;
import dev.gme.report.result.Histogram;
import dev.gme.report.result.ScoreCurves;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How scores are spread, and whether they mean what they say. */
final class ScoreFigures {
  /** Beyond, a log-likelihood ratio decides at every prior that anyone uses. */
  private static final double FARTHEST = 15;

  /** Shares below do not deserve a sentence. */
  private static final double WORTH_SAYING = 5e-5;

  private final List<SystemResult> systems;

  /** Systems whose scores can share an axis: all, or those with log-likelihood ratios. */
  private final List<Integer> comparable;

  private final double lo;
  private final double hi;

  /** Whether the axis leaves out scores because no prior makes a decision there. */
  private final boolean isCut;

  ScoreFigures(List<SystemResult> systems) {
    this.systems = systems;
    comparable = comparable(systems);
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int i : comparable) {
      least = Math.min(least, systems.get(i).curves().targets().lo());
      most = Math.max(most, systems.get(i).curves().targets().hi());
    }
    boolean isNear = !hasLlrs() || most <= -FARTHEST || least >= FARTHEST;
    lo = isNear ? least : Math.max(least, -FARTHEST);
    hi = isNear ? most : Math.min(most, FARTHEST);
    isCut = lo > least || hi < most;
  }

  private static List<Integer> comparable(List<SystemResult> systems) {
    List<Integer> llrs = new ArrayList<>();
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < systems.size(); i++) {
      all.add(i);
      if (systems.get(i).scoresAreLlrs()) {
        llrs.add(i);
      }
    }
    return llrs.isEmpty() ? all : llrs;
  }

  private boolean hasLlrs() {
    return systems.get(comparable.get(0)).scoresAreLlrs();
  }

  private static String scoreLabel(boolean areLlrs) {
    return areLlrs ? "score, log-likelihood ratio in nats" : "score";
  }

  /** A plot for each system, because their scores may differ by orders of magnitude. */
  List<Plot> histograms() {
    List<Plot> out = new ArrayList<>();
    for (int i = 0; i < systems.size(); i++) {
      out.add(histogram(systems.get(i), "scores-" + (i + 1)));
    }
    return out;
  }

  private Plot histogram(SystemResult s, String id) {
    Histogram targets = s.curves().targets();
    Histogram nontargets = s.curves().nontargets();
    double top = Histogram.top(targets, nontargets);
    Chart.Builder chart =
        Chart.of(
            id,
            systems.size() == 1 ? "Scores" : "Scores of " + s.name(),
            Axis.linear(scoreLabel(s.scoresAreLlrs()), targets.lo(), targets.hi()),
            Axis.percent("% of each kind", 0, top));
    chart.add(bars("non-targets", nontargets, Stroke.series(1)));
    chart.add(bars("targets", targets, Stroke.series(0)));
    chart.legend(LegendEntry.of("targets", Stroke.series(0)));
    chart.legend(LegendEntry.of("non-targets", Stroke.series(1)));
    if (s.scoresAreLlrs()) {
      addThresholds(chart, s, top);
      chart.legend(LegendEntry.of("Bayes thresholds", Stroke.reference()));
    }
    return new Plot(chart.build(), "Each kind of trial sums to 100 %." + outside(s));
  }

  private static Mark bars(String name, Histogram h, Stroke stroke) {
    List<Point> points = new ArrayList<>();
    List<Double> edges = new ArrayList<>();
    for (int bin = 0; bin < h.bins(); bin++) {
      edges.add(h.edge(bin));
      points.add(Point.of((h.edge(bin) + h.edge(bin + 1)) / 2, h.share(bin)));
    }
    edges.add(h.hi());
    return new Mark.Bars(name, "{y} % of " + name + " score about {x}", points, edges, stroke);
  }

  private static void addThresholds(Chart.Builder chart, SystemResult s, double top) {
    for (Evaluation.Cost c : s.costs()) {
      double t = c.point().bayesThreshold();
      chart.add(new Mark.Rule("", Point.of(t, 0), Point.of(t, top), Stroke.reference()));
    }
  }

  private static String outside(SystemResult s) {
    List<String> parts = new ArrayList<>();
    outside(parts, s.curves().targets(), "targets");
    outside(parts, s.curves().nontargets(), "non-targets");
    return parts.isEmpty() ? "" : " Not shown: " + String.join(" and ", parts) + ", farther out.";
  }

  private static void outside(List<String> parts, Histogram h, String kind) {
    if (h.outside() > WORTH_SAYING) {
      parts.add(NumberText.shortest(100 * h.outside()) + " % of " + kind);
    }
  }

  Plot tippett() {
    Chart.Builder chart =
        Chart.of(
            "tippett",
            "Tippett plot",
            Axis.linear(scoreLabel(hasLlrs()), lo, hi),
            Axis.percent("% of each kind", 0, 1));
    if (hasLlrs()) {
      chart.add(new Mark.Rule("", Point.of(0, 0), Point.of(0, 1), Stroke.reference()));
    }
    for (int i : comparable) {
      SystemResult s = systems.get(i);
      List<Point> misses = new ArrayList<>();
      List<Point> falseAlarms = new ArrayList<>();
      for (RocPoint p : s.det()) {
        if (Double.isFinite(p.threshold())) {
          misses.add(Point.of(p.threshold(), p.pMiss()));
          falseAlarms.add(Point.of(p.threshold(), p.pFa()));
        }
      }
      Stroke stroke = Stroke.series(i);
      chart.add(new Mark.Line(s.name(), "{y} % of targets score below {x}", misses, stroke));
      chart.add(
          new Mark.Line(s.name(), "{y} % of non-targets score {x} or more", falseAlarms, stroke));
      chart.legend(LegendEntry.of(s.name(), stroke));
    }
    return new Plot(
        chart.build(),
        "Rising: targets that score below. Falling: non-targets that score as much or more. They"
            + " cross at the equal-error rate."
            + (isCut ? " Scores farther than 15 nats from 0 are not shown." : "")
            + leftOut());
  }

  private String leftOut() {
    return comparable.size() == systems.size()
        ? ""
        : " Systems whose scores are not log-likelihood ratios are left out.";
  }

  /** Empty if no scores claim to be log-likelihood ratios. */
  Optional<Plot> calibration() {
    if (!hasLlrs()) {
      return Optional.empty();
    }
    Chart.Builder chart =
        Chart.of(
            "calibration",
            "Calibration",
            Axis.linear(scoreLabel(true), lo, hi),
            Axis.linear("log-likelihood ratio by PAV", lo, hi));
    chart.add(new Mark.Rule("", Point.of(lo, lo), Point.of(hi, hi), Stroke.reference()));
    for (int i : comparable) {
      SystemResult s = systems.get(i);
      List<Point> points = new ArrayList<>();
      for (ScoreCurves.PavBlock block : s.curves().pav()) {
        points.add(Point.of(block.lo(), block.llr()));
        points.add(Point.of(block.hi(), block.llr()));
      }
      Stroke stroke = Stroke.series(i);
      chart.add(new Mark.Line(s.name(), "a score of {x} is worth {y}", points, stroke));
      chart.legend(LegendEntry.of(s.name(), stroke));
    }
    chart.legend(LegendEntry.of("perfect", Stroke.reference()));
    return Optional.of(
        new Plot(
            chart.build(),
            "What scores are worth on these trials (pool adjacent violators) against what they"
                + " claim. On the diagonal they mean what they say; where a curve is nearer to 0 they"
                + " claim too much."
                + leftOut()));
  }
}
