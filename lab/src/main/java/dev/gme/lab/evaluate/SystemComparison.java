package dev.gme.lab.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Comparison;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.Metrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Two systems on the same trials: every figure of both, and the bootstrap interval of the
 * difference.
 *
 * <pre>{@code
 * SystemComparison comparison =
 *     SystemComparison.of(trials.withSpeakers(speakers), BootstrapOptions.DEFAULT, progress);
 * comparison.lines(Measure.all(points, presets), List.of(a, b)).forEach(System.out::println);
 * }</pre>
 */
public final class SystemComparison {
  private final ScoredKey trials;
  private final BootstrapOptions options;
  private final Comparison comparison;
  private final Metrics a;
  private final Metrics b;

  private SystemComparison(
      ScoredKey trials, BootstrapOptions options, Comparison comparison, Metrics a, Metrics b) {
    this.trials = trials;
    this.options = options;
    this.comparison = comparison;
    this.a = a;
    this.b = b;
  }

  /** Compares the first two systems of some trials, whose speakers have to be known. */
  public static SystemComparison of(ScoredKey trials, BootstrapOptions options, Progress progress) {
    EvaluationOptions points = EvaluationOptions.of(options.points());
    return new SystemComparison(
        trials,
        options,
        Comparison.of(trials.of(0), trials.of(1), options, progress),
        Evaluation.of(trials.of(0), points).metrics(),
        Evaluation.of(trials.of(1), points).metrics());
  }

  /** Empty for a figure that is infinite in both, such as Cllr. */
  private Optional<Interval> interval(Measure m) {
    try {
      return Optional.of(comparison.interval(m.value()));
    } catch (GmeException e) {
      return Optional.empty();
    }
  }

  private int replicates() {
    return options.replicates() - comparison.skipped();
  }

  /** A table for people, without figures of log-likelihood ratios where the scores are none. */
  public List<String> lines(List<Measure> measures, List<Path> scores) {
    TextTable table =
        new TextTable(
            "",
            "A",
            "B",
            "A - B",
            Measure.percent(options.confidence()) + " interval",
            "A is lower in",
            "");
    for (Measure m : measures) {
      if (m.needsLlrs() && !(trials.mayBeLlrs(0) && trials.mayBeLlrs(1))) {
        continue;
      }
      Optional<Interval> interval = interval(m);
      table.row(
          m.name(),
          m.text(a),
          m.text(b),
          m.text(m.value().applyAsDouble(a) - m.value().applyAsDouble(b)),
          interval.map(m::text).orElse("undefined"),
          interval.isEmpty()
              ? ""
              : String.format(Locale.ROOT, "%.1f %%", 100 * comparison.shareLower(m.value())),
          interval.filter(i -> !i.contains(0)).isPresent() ? "differ" : "");
    }
    List<String> names = SystemNames.of(scores);
    List<String> lines = new ArrayList<>();
    lines.add("A: " + names.get(0) + ", B: " + names.get(1));
    lines.addAll(table.lines());
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "%,d trials; intervals and shares from %,d bootstrap replicates over %d speakers.",
            trials.size(),
            replicates(),
            trials.speakers().orElseThrow().count()));
    return lines;
  }

  /** The figures for programs. */
  public ObjectNode json(List<Measure> measures, List<Path> scores) {
    ObjectNode out = ResultJson.object();
    out.put("a", scores.get(0).toString()).put("b", scores.get(1).toString());
    out.put("a_are_llrs", trials.mayBeLlrs(0)).put("b_are_llrs", trials.mayBeLlrs(1));
    out.put("draws", replicates()).put("seed", options.seed());
    for (Measure m : measures) {
      ObjectNode figure = out.withArray("figures").addObject();
      figure.put("name", m.key());
      figure.put("a", m.value().applyAsDouble(a)).put("b", m.value().applyAsDouble(b));
      interval(m)
          .ifPresent(
              i -> {
                figure.set("difference_interval", ResultJson.of(i));
                figure.put("share_a_lower", comparison.shareLower(m.value()));
              });
    }
    return out;
  }
}
