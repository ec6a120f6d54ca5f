package dev.gme.lab.model;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Comparison;
import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.lab.evaluate.Measure;
import dev.gme.lab.evaluate.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * EER, Cprm_min and Cllr before and after an adaptation, with paired bootstrap intervals over
 * speakers.
 *
 * @param rows one for each measure
 */
public record AdaptationFigures(List<Row> rows) {
  private static final List<Measure> MEASURES =
      List.of(Measure.EER, Measure.minCost(CostPreset.SRE16), Measure.CLLR);

  public AdaptationFigures {
    rows = List.copyOf(rows);
  }

  /**
   * A measure.
   *
   * @param difference the interval of after − before; empty where both are infinite
   */
  public record Row(Measure measure, double before, double after, Optional<Interval> difference) {}

  static AdaptationFigures of(
      ScoredTrials before, ScoredTrials after, BootstrapOptions options, Progress progress) {
    EvaluationOptions points = EvaluationOptions.of(options.points());
    Metrics old = Evaluation.of(before, points).metrics();
    Metrics now = Evaluation.of(after, points).metrics();
    Comparison comparison = Comparison.of(after, before, options, progress);
    List<Row> rows = new ArrayList<>();
    for (Measure m : MEASURES) {
      rows.add(
          new Row(
              m,
              m.value().applyAsDouble(old),
              m.value().applyAsDouble(now),
              interval(comparison, m)));
    }
    return new AdaptationFigures(rows);
  }

  private static Optional<Interval> interval(Comparison comparison, Measure m) {
    try {
      return Optional.of(comparison.interval(m.value()));
    } catch (GmeException e) {
      return Optional.empty();
    }
  }

  /** Whether something is better beyond its interval, and nothing worse. */
  public boolean helps() {
    return !harms()
        && rows.stream().anyMatch(r -> r.difference().filter(i -> i.hi() < 0).isPresent());
  }

  /** Whether something is worse beyond its interval. */
  public boolean harms() {
    return rows.stream().anyMatch(r -> r.difference().filter(i -> i.lo() > 0).isPresent());
  }

  /** A table for people. */
  public List<String> lines() {
    TextTable table = new TextTable("", "before", "after", "after - before", "95 % interval", "");
    for (Row r : rows) {
      Measure m = r.measure();
      table.row(
          m.name(),
          m.text(r.before()),
          m.text(r.after()),
          m.text(r.after() - r.before()),
          r.difference().map(m::text).orElse("undefined"),
          r.difference().filter(i -> !i.contains(0)).isPresent() ? "differ" : "");
    }
    return table.lines();
  }

  /** The figures for programs. */
  public List<Map<String, Object>> values() {
    List<Map<String, Object>> out = new ArrayList<>();
    for (Row r : rows) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("name", r.measure().key());
      row.put("before", r.before());
      row.put("after", r.after());
      r.difference().ifPresent(i -> row.put("difference_interval", List.of(i.lo(), i.hi())));
      out.add(row);
    }
    return out;
  }
}
