package dev.gme.lab.evaluate;

import dev.gme.core.metric.CostPreset;
import dev.gme.core.metric.ErrorCounts;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.MisleadingEvidence;
import dev.gme.core.metric.OperatingPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Results as text: one system in detail, or a line for each of several. */
public final class ResultTable {
  private final List<OperatingPoint> points;
  private final List<CostPreset> presets;

  public ResultTable(List<OperatingPoint> points, List<CostPreset> presets) {
    this.points = points;
    this.presets = presets;
  }

  /**
   * One system in detail or several compactly, with notes below.
   *
   * @param equalized conditions whose combinations count the same, if any
   */
  public List<String> lines(List<SystemFigures> results, List<String> equalized) {
    List<String> lines =
        new ArrayList<>(results.size() == 1 ? detailed(results.get(0)) : compact(results));
    lines.add("");
    lines.addAll(notes(results));
    if (!equalized.isEmpty()) {
      lines.add(
          "Trials are weighted so that every "
              + String.join(" × ", equalized)
              + " counts the same.");
    }
    return lines;
  }

  /** Every figure on a line of its own, costs with their thresholds and errors. */
  public List<String> detailed(SystemFigures result) {
    TextTable table =
        new TextTable(
            "", "value", intervalHeader(result), "threshold", "misses", "false alarms", "");
    for (Measure m : Measure.all(points, presets)) {
      if (m.needsLlrs() && !result.isLlr()) {
        continue;
      }
      Evaluation.Cost cost = cost(result, m);
      String interval = result.interval(m).map(m::text).orElse("");
      String value = m.text(result.evaluation().metrics());
      if (cost == null) {
        table.row(m.name(), value, interval, "", "", "", "");
        continue;
      }
      boolean min = m.key().startsWith("min");
      ErrorCounts errors = min ? cost.minErrors() : cost.actErrors();
      table.row(
          m.name(),
          value,
          interval,
          threshold(cost, min),
          count(errors.misses()),
          count(errors.falseAlarms()),
          errors.isDoubtful() ? "*" : "");
    }
    if (result.isLlr()) {
      MisleadingEvidence misleading = result.misleading();
      table.row("targets below 0, %", percent(misleading.targets()), "", "0", "", "", "");
      table.row("non-targets above 0, %", percent(misleading.nontargets()), "", "0", "", "", "");
    }
    List<String> lines = new ArrayList<>();
    lines.add(result.system() + ": " + counts(result));
    lines.addAll(table.lines());
    return lines;
  }

  private static String intervalHeader(SystemFigures result) {
    Optional<Interval> interval = result.interval(Measure.EER);
    return interval.map(i -> Measure.percent(i.confidence()) + " interval").orElse("");
  }

  private static Evaluation.Cost cost(SystemFigures result, Measure m) {
    return result.evaluation().costs().stream()
        .filter(
            c ->
                Measure.minDcf(c.point()).key().equals(m.key())
                    || Measure.actDcf(c.point()).key().equals(m.key()))
        .findFirst()
        .orElse(null);
  }

  private static String threshold(Evaluation.Cost cost, boolean min) {
    if (!min) {
      return String.format(Locale.ROOT, "%.4f", cost.point().bayesThreshold());
    }
    return cost.min().at().rejectsAll()
        ? "reject all"
        : String.format(Locale.ROOT, "%.4f", cost.min().at().threshold());
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f", 100 * share);
  }

  private static String count(int n) {
    return String.format(Locale.ROOT, "%,d", n);
  }

  public static String counts(SystemFigures result) {
    return String.format(
        Locale.ROOT,
        "%,d target and %,d non-target trials",
        result.evaluation().targets(),
        result.evaluation().nontargets());
  }

  /**
   * A line for each result, with the figures that systems are compared by; and how many trials
   * there are, in the lines or before them.
   */
  public List<String> compact(List<SystemFigures> results) {
    List<Measure> columns = columns();
    boolean several = results.stream().map(SystemFigures::trials).distinct().count() > 1;
    List<String> header = new ArrayList<>();
    header.add("system");
    if (several) {
      header.add("trials");
    }
    columns.forEach(m -> header.add(shortName(m)));
    if (several) {
      header.addAll(List.of("targets", "non-targets"));
    }
    header.add("");
    TextTable table = new TextTable(header.toArray(String[]::new));
    for (SystemFigures r : results) {
      List<String> row = new ArrayList<>();
      row.add(r.system());
      if (several) {
        row.add(r.trials());
      }
      columns.forEach(m -> row.add(r.text(m)));
      if (several) {
        row.add(count(r.evaluation().targets()));
        row.add(count(r.evaluation().nontargets()));
      }
      row.add(isDoubtful(r) ? "*" : "");
      table.row(row.toArray(String[]::new));
    }
    List<String> lines = new ArrayList<>();
    if (!several) {
      lines.add(counts(results.get(0)));
    }
    lines.addAll(table.lines());
    return lines;
  }

  /** The figures of the compact table. */
  public List<Measure> columns() {
    List<Measure> out = new ArrayList<>(List.of(Measure.EER));
    List<CostPreset> primary = presets.stream().filter(CostPreset::isPrimaryCost).toList();
    primary.forEach(p -> out.addAll(List.of(Measure.minCost(p), Measure.actCost(p))));
    points.stream()
        .filter(p -> primary.stream().noneMatch(c -> c.points().contains(p)))
        .forEach(p -> out.addAll(List.of(Measure.minDcf(p), Measure.actDcf(p))));
    out.addAll(List.of(Measure.CLLR, Measure.MIN_CLLR));
    return out;
  }

  /** The definitions are in the lines below the table. */
  private static String shortName(Measure m) {
    // Of two evaluations, the costs have one name and differ in what follows the comma.
    return m.equals(Measure.EER)
        ? "EER %"
        : m.name().matches("(min|act) cost.*")
            ? m.name().replace(",", "")
            : m.name().replaceFirst(",.*", "");
  }

  private static boolean isDoubtful(SystemFigures r) {
    return r.evaluation().costs().stream()
        .anyMatch(c -> c.minErrors().isDoubtful() || (r.isLlr() && c.actErrors().isDoubtful()));
  }

  /** What the figures mean, for the reader who was not there. */
  public List<String> notes(List<SystemFigures> results) {
    List<String> out = new ArrayList<>();
    out.add("EER: where the convex hull of the ROC has equal error rates.");
    for (OperatingPoint p : points) {
      out.add(
          String.format(
              Locale.ROOT,
              "Costs at %s (prior of a target : cost of a miss : cost of a false alarm): Bayes"
                  + " threshold %.4f.",
              Measure.text(p),
              p.bayesThreshold()));
    }
    presets.stream()
        .filter(p -> p.isPrimaryCost() && p.points().size() > 1)
        .forEach(
            p -> {
              String at = String.join(" and ", p.points().stream().map(Measure::text).toList());
              out.add(Measure.minCost(p).name() + ": the mean of the minimum DCFs at " + at + ".");
              if (results.stream().anyMatch(SystemFigures::isLlr)) {
                out.add(
                    Measure.actCost(p).name()
                        + ": the mean of the actual DCFs there, at the Bayes thresholds.");
              }
            });
    results.stream()
        .flatMap(r -> r.bootstrap().stream())
        .findFirst()
        .ifPresent(
            b ->
                out.add(
                    String.format(
                        Locale.ROOT,
                        "Intervals: %s, bootstrap over speakers with %,d replicates.",
                        Measure.percent(b.interval(Measure.EER.value()).confidence()),
                        b.replicates().size() + b.skipped())));
    if (results.stream().anyMatch(ResultTable::isDoubtful)) {
      out.add(
          "* fewer than 30 misses or false alarms at a threshold: that rate is uncertain by more"
              + " than 30 % (Doddington's rule of 30).");
    }
    return out;
  }
}
