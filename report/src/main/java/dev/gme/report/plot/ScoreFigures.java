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
import dev.gme.report.result.LlrUnit;
import dev.gme.report.result.ScoreCurves;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** How scores are spread, and whether they mean what they say. */
final class ScoreFigures {
  /** Beyond, a log-likelihood ratio decides at every prior that anyone uses. */
  private static final double FARTHEST = 15;

  /** Of scores farther from 0, in nats, a linear axis would show little but the distance. */
  private static final double WIDE = 40;

  /** Relative to its ends: a narrower range is one value to whoever reads the axis. */
  private static final double NARROWEST = 1e-3;

  /** Beyond, the width of the range might be infinite. */
  private static final double LARGEST = 1e150;

  /** A system above is worse than none; how much worse does not matter. */
  private static final double TOP_ENTROPY = 1.2;

  /** Shares below do not deserve a sentence. */
  private static final double WORTH_SAYING = 5e-5;

  private final List<SystemResult> systems;

  /** Systems whose scores can share an axis: all, or those with log-likelihood ratios. */
  private final List<Integer> comparable;

  private final LlrUnit unit;
  private final double lo;
  private final double hi;

  ScoreFigures(List<SystemResult> systems, LlrUnit unit) {
    this.systems = systems;
    this.unit = unit;
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

  private String scoreLabel(boolean areLlrs) {
    return areLlrs ? "score, " + unit.ratioLabel() : "score";
  }

  /** A score as it is plotted: scores that are no log-likelihood ratios have no unit. */
  private double shown(double score, boolean isLlr) {
    return isLlr ? unit.of(score) : score;
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
            Axis.linear(
                scoreLabel(s.scoresAreLlrs()),
                shown(targets.lo(), s.scoresAreLlrs()),
                shown(targets.hi(), s.scoresAreLlrs())),
            Axis.percent("% of each kind", 0, top));
    chart.add(bars("non-targets", nontargets, Stroke.series(1), s.scoresAreLlrs()));
    chart.add(bars("targets", targets, Stroke.series(0), s.scoresAreLlrs()));
    chart.legend(LegendEntry.of("targets", Stroke.series(0)));
    chart.legend(LegendEntry.of("non-targets", Stroke.series(1)));
    if (s.scoresAreLlrs()) {
      addThresholds(chart, s, top);
      chart.legend(LegendEntry.of("Bayes thresholds", Stroke.reference()));
    }
    return new Plot(chart.build(), "Each kind of trial sums to 100 %." + outside(s));
  }

  private Mark bars(String name, Histogram h, Stroke stroke, boolean areLlrs) {
    List<Point> points = new ArrayList<>();
    List<Double> edges = new ArrayList<>();
    for (int bin = 0; bin < h.bins(); bin++) {
      edges.add(shown(h.edge(bin), areLlrs));
      double middle = (h.edge(bin) + h.edge(bin + 1)) / 2;
      points.add(Point.of(shown(middle, areLlrs), h.share(bin)));
    }
    edges.add(shown(h.hi(), areLlrs));
    return new Mark.Bars(name, "{y} % of " + name + " score about {x}", points, edges, stroke);
  }

  private void addThresholds(Chart.Builder chart, SystemResult s, double top) {
    for (Evaluation.Cost c : s.costs()) {
      double t = unit.of(c.point().bayesThreshold());
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
      parts.add(NumberText.share(100 * h.outside()) + " % of " + kind);
    }
  }

  Plot tippett() {
    Chart.Builder chart =
        Chart.of("tippett", "Tippett plot", wholeRange(), Axis.percent("% of each kind", 0, 1));
    if (hasLlrs()) {
      chart.add(new Mark.Rule("", Point.of(0, 0), Point.of(0, 1), Stroke.reference()));
    }
    for (int i : comparable) {
      SystemResult s = systems.get(i);
      List<Point> misses = new ArrayList<>();
      List<Point> falseAlarms = new ArrayList<>();
      for (RocPoint p : s.det()) {
        if (Double.isFinite(p.threshold())) {
          double x = shown(p.threshold(), hasLlrs());
          misses.add(Point.of(x, p.pMiss()));
          falseAlarms.add(Point.of(x, p.pFa()));
        }
      }
      chart.add(SystemLook.line(i, s, "{y} % of targets score below {x}", misses));
      chart.add(SystemLook.line(i, s, "{y} % of non-targets score {x} or more", falseAlarms));
      chart.legend(SystemLook.entry(i, s));
    }
    return new Plot(
        chart.build(),
        "Rising: targets that score below. Falling: non-targets that score as much or more. They"
            + " cross at the equal-error rate."
            + (isWide() ? " Far from 0 the axis goes by the logarithm of the score." : "")
            + leftOut());
  }

  /** The thresholds of all systems that can share an axis. */
  private DoubleStream thresholds() {
    return comparable.stream()
        .flatMap(i -> systems.get(i).det().stream())
        .mapToDouble(RocPoint::threshold)
        .filter(Double::isFinite);
  }

  private static double clamped(double score) {
    return Math.max(-LARGEST, Math.min(LARGEST, score));
  }

  private double least() {
    return clamped(thresholds().min().orElse(0));
  }

  private double most() {
    return clamped(thresholds().max().orElse(0));
  }

  private boolean isWide() {
    return hasLlrs() && Math.max(-least(), most()) > WIDE && least() < WIDE && most() > -WIDE;
  }

  /** From the lowest score of any system to the highest. */
  private Axis wholeRange() {
    double from = least();
    double to = most();
    double size = Math.max(Math.abs(from), Math.abs(to));
    boolean isRange = to - from > NARROWEST * size;
    double wider = isRange ? 0 : Math.max(0.5, NARROWEST * size);
    double left = shown(from - wider, hasLlrs());
    double right = shown(to + wider, hasLlrs());
    String label = scoreLabel(hasLlrs());
    return isWide() ? Axis.asinh(label, left, right) : Axis.linear(label, left, right);
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
            Axis.linear(scoreLabel(true), unit.of(lo), unit.of(hi)),
            Axis.linear("log-likelihood ratio by PAV", unit.of(lo), unit.of(hi)));
    chart.add(
        new Mark.Rule(
            "",
            Point.of(unit.of(lo), unit.of(lo)),
            Point.of(unit.of(hi), unit.of(hi)),
            Stroke.reference()));
    for (int i : comparable) {
      SystemResult s = systems.get(i);
      List<Point> points = new ArrayList<>();
      for (ScoreCurves.PavBlock block : s.curves().pav()) {
        points.add(Point.of(unit.of(block.lo()), unit.of(block.llr())));
        points.add(Point.of(unit.of(block.hi()), unit.of(block.llr())));
      }
      chart.add(SystemLook.line(i, s, "a score of {x} is worth {y}", points));
      chart.legend(SystemLook.entry(i, s));
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

  /** Empty if no scores claim to be log-likelihood ratios. */
  Optional<Plot> entropy() {
    if (!hasLlrs()) {
      return Optional.empty();
    }
    double end = unit.of(ScoreCurves.MAX_ENTROPY_LOG_ODDS);
    Chart.Builder chart =
        Chart.of(
            "ece",
            "Empirical cross-entropy",
            Axis.linear(unit.oddsLabel(), -end, end),
            Axis.linear("cross-entropy, bits", 0, TOP_ENTROPY));
    List<Point> neutral = new ArrayList<>();
    for (ScoreCurves.Entropy e : systems.get(comparable.get(0)).curves().entropy()) {
      neutral.add(Point.of(unit.of(e.logOdds()), e.neutral()));
    }
    String without = "{y} bits without scores, at log-odds {x}";
    chart.add(new Mark.Line("neutral", without, neutral, Stroke.reference()));
    for (int i : comparable) {
      SystemResult s = systems.get(i);
      List<Point> scores = new ArrayList<>();
      List<Point> calibrated = new ArrayList<>();
      for (ScoreCurves.Entropy e : s.curves().entropy()) {
        scores.add(Point.of(unit.of(e.logOdds()), e.scores()));
        calibrated.add(Point.of(unit.of(e.logOdds()), e.calibrated()));
      }
      chart.add(SystemLook.thinLine(i, s, "calibrated: {y} bits at log-odds {x}", calibrated));
      chart.add(SystemLook.line(i, s, "scores: {y} bits at log-odds {x}", scores));
      chart.legend(SystemLook.entry(i, s));
    }
    chart.legend(LegendEntry.of("neutral", Stroke.reference()));
    return Optional.of(
        new Plot(
            chart.build(),
            "How much remains unknown to someone who holds a prior and believes the scores. Thick:"
                + " scores as they are. Thin: calibrated by PAV, the best possible. Dashed: without"
                + " scores; above this line, believing the scores is worse than ignoring them. At"
                + " log-odds 0 the curves are Cllr and min Cllr."
                + leftOut()));
  }
}
