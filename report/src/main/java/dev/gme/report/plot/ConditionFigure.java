package dev.gme.report.plot;

import dev.gme.core.metric.Interval;
import dev.gme.report.drawing.Axis;
import dev.gme.report.drawing.Chart;
import dev.gme.report.drawing.Ink;
import dev.gme.report.drawing.LegendEntry;
import dev.gme.report.drawing.Mark;
import dev.gme.report.drawing.Point;
import dev.gme.report.drawing.Symbol;
import dev.gme.report.result.Condition;
import dev.gme.report.result.ConditionResult;
import dev.gme.report.result.SystemResult;
import dev.gme.report.text.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Equal-error rates by the values of conditions, a plot for each condition. */
final class ConditionFigure {
  /** Systems of one value share this much of its row. */
  private static final double SPREAD = 0.6;

  private final List<SystemResult> systems;
  private final String condition;
  private final List<String> values;

  private ConditionFigure(List<SystemResult> systems, String condition, Set<String> values) {
    this.systems = systems;
    this.condition = condition;
    this.values = List.copyOf(values);
  }

  static List<Plot> of(List<SystemResult> systems) {
    List<Plot> out = new ArrayList<>();
    values(systems)
        .forEach(
            (condition, values) ->
                out.add(
                    new ConditionFigure(systems, condition, values)
                        .plot("condition-" + (out.size() + 1))));
    return out;
  }

  /** The values with figures in some system, of each condition, in order of first appearance. */
  private static Map<String, Set<String>> values(List<SystemResult> systems) {
    Map<String, Set<String>> out = new LinkedHashMap<>();
    for (SystemResult s : systems) {
      for (ConditionResult r : s.conditions()) {
        if (r.figures().isPresent()) {
          out.computeIfAbsent(r.condition(), c -> new LinkedHashSet<>()).add(r.value());
        }
      }
    }
    return out;
  }

  private Plot plot(String id) {
    double most = 0.001;
    for (SystemResult s : systems) {
      for (ConditionResult r : of(s)) {
        most = Math.max(most, r.eerInterval().map(Interval::hi).orElse(0.0));
        most = Math.max(most, r.figures().map(f -> f.metrics().eerRocch()).orElse(0.0));
      }
    }
    Chart.Builder chart =
        Chart.of(
                id,
                "EER by " + condition,
                Axis.percent("EER, %", 0, Math.min(1, 1.08 * most)),
                Axis.categories(condition, values))
            .plotHeight(20 + values.size() * (14 + 12 * systems.size()));
    for (int i = 0; i < systems.size(); i++) {
      SystemResult s = systems.get(i);
      double shift = SPREAD * ((i + 0.5) / systems.size() - 0.5);
      of(s).forEach(r -> add(chart, s.name(), r, shift, systems.indexOf(s)));
      chart.legend(LegendEntry.of(s.name(), Symbol.series(i), Ink.series(i)));
    }
    return new Plot(
        chart.build(),
        "Equal-error rate (convex hull) of the trials of each value, at a threshold of their own"
            + (hasIntervals() ? "; whiskers are bootstrap intervals over speakers." : ".")
            + leftOut());
  }

  private String leftOut() {
    int most =
        systems.stream().flatMap(s -> of(s).stream()).mapToInt(r -> r.leftOut()).max().orElse(0);
    return most == 0
        ? ""
        : String.format(
            " The %d most frequent values are shown, %s rarer ones left out.",
            Condition.MAX_VALUES, NumberText.count(most));
  }

  private List<ConditionResult> of(SystemResult s) {
    return s.conditions().stream().filter(r -> r.condition().equals(condition)).toList();
  }

  private boolean hasIntervals() {
    return systems.stream().flatMap(s -> of(s).stream()).anyMatch(r -> r.eerInterval().isPresent());
  }

  private void add(Chart.Builder chart, String name, ConditionResult r, double shift, int i) {
    double y = values.indexOf(r.value()) + shift;
    r.eerInterval()
        .ifPresent(v -> chart.add(new Mark.Whisker(name, v.lo(), v.hi(), y, Ink.series(i))));
    r.figures()
        .ifPresent(
            f -> {
              String interval = r.eerInterval().map(ConditionFigure::text).orElse("");
              String hint =
                  String.format(
                      "%s: EER {x} %%%s, %s targets, %s non-targets",
                      r.value(),
                      interval,
                      NumberText.count(f.targets()),
                      NumberText.count(f.nontargets()));
              Point p = Point.of(f.metrics().eerRocch(), y);
              chart.add(new Mark.Spot(name, hint, p, Symbol.series(i), Ink.series(i)));
            });
  }

  private static String text(Interval v) {
    return String.format(
        " (%s to %s)", NumberText.fixed(100 * v.lo(), 2), NumberText.fixed(100 * v.hi(), 2));
  }
}
