package dev.gme.cli.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.cli.files.JsonOption;
import dev.gme.cli.terminal.ProgressLine;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.core.metric.Comparison;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.Interval;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.lab.evaluate.Measure;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemNames;
import dev.gme.lab.evaluate.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Whether two systems differ on the same trials. */
@Command(
    name = "compare",
    description = {
      "Compare two systems on the same trials: every figure of both, and the bootstrap interval of"
          + " the difference.",
      "Each bootstrap replicate draws the same speakers for both systems, so that the difference is"
          + " known better than either figure. An interval without 0 means that the systems differ."
    },
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  gme compare a.txt b.txt --key trials --enrol-spk utt2spk",
      "  gme compare a.txt b.txt --key key --enrol-spk models --test-spk utt2spk",
    })
public final class CompareCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "A", description = "Scores of one system.")
  Path first;

  @Parameters(index = "1", paramLabel = "B", description = "Scores of another system.")
  Path second;

  @Mixin KeyOptions keys;
  @Mixin CostOptions costs;
  @Mixin DrawOptions draws;

  @Option(
      names = "--equalize",
      paramLabel = "CONDITION",
      split = ",",
      description =
          "Weight trials so that every combination of these conditions counts the same, as in"
              + " SRE16.")
  List<String> equalize = List.of();

  @Mixin JsonOption json;

  @Spec CommandSpec spec;

  private final Terminal terminal;

  CompareCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    ScoredKey trials = keys.read(List.of(first, second), terminal);
    trials = trials.withSpeakers(keys.speakers(trials.key()));
    if (!equalize.isEmpty()) {
      trials = trials.equalizedBy(equalize);
    }
    BootstrapOptions options = draws.options(spec.commandLine(), costs.points());
    ScoredTrials a = trials.of(0);
    ScoredTrials b = trials.of(1);
    Comparison comparison;
    try (ProgressLine line = terminal.progress("comparing")) {
      comparison = Comparison.of(a, b, options, (what, done, total) -> line.update(done, total));
    }
    Metrics ofA = Evaluation.of(a, EvaluationOptions.of(costs.points())).metrics();
    Metrics ofB = Evaluation.of(b, EvaluationOptions.of(costs.points())).metrics();
    if (json.isWanted()) {
      json.print(json(ofA, ofB, comparison));
    } else {
      print(ofA, ofB, comparison, trials);
    }
    return 0;
  }

  /** Empty for a figure that is infinite in both, such as Cllr. */
  private static Optional<Interval> interval(Comparison comparison, Measure m) {
    try {
      return Optional.of(comparison.interval(m.value()));
    } catch (GmeException e) {
      return Optional.empty();
    }
  }

  private void print(Metrics a, Metrics b, Comparison comparison, ScoredKey trials) {
    TextTable table =
        new TextTable(
            "",
            "A",
            "B",
            "A - B",
            Measure.percent(draws.confidence) + " interval",
            "A is lower in",
            "");
    for (Measure m : costs.measures()) {
      double difference = m.value().applyAsDouble(a) - m.value().applyAsDouble(b);
      Optional<Interval> interval = interval(comparison, m);
      table.row(
          m.name(),
          m.text(a),
          m.text(b),
          m.text(difference),
          interval.map(m::text).orElse("undefined"),
          interval.isEmpty()
              ? ""
              : String.format(Locale.ROOT, "%.1f %%", 100 * comparison.shareLower(m.value())),
          interval.filter(i -> !i.contains(0)).isPresent() ? "differ" : "");
    }
    List<String> names = SystemNames.of(List.of(first, second));
    terminal.out().println("A: " + names.get(0) + ", B: " + names.get(1));
    table.lines().forEach(terminal.out()::println);
    terminal.out().println();
    terminal
        .out()
        .println(
            String.format(
                Locale.ROOT,
                "%,d trials; intervals and shares from %,d bootstrap replicates over %d speakers.",
                trials.size(),
                draws.replicates - comparison.skipped(),
                trials.speakers().orElseThrow().count()));
  }

  private ObjectNode json(Metrics a, Metrics b, Comparison comparison) {
    ObjectNode out = ResultJson.object();
    out.put("a", first.toString()).put("b", second.toString());
    out.put("draws", draws.replicates - comparison.skipped()).put("seed", draws.seed);
    for (Measure m : costs.measures()) {
      ObjectNode figure = out.withArray("figures").addObject();
      figure.put("name", m.key());
      figure.put("a", m.value().applyAsDouble(a)).put("b", m.value().applyAsDouble(b));
      interval(comparison, m)
          .ifPresent(
              i -> {
                figure.set("difference_interval", ResultJson.of(i));
                figure.put("share_a_lower", comparison.shareLower(m.value()));
              });
    }
    return out;
  }
}
