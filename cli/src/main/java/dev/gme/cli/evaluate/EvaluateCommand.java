package dev.gme.cli.evaluate;

import dev.gme.cli.files.JsonOption;
import dev.gme.cli.terminal.ProgressLine;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Progress;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.evaluate.ResultTable;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemFigures;
import dev.gme.lab.evaluate.SystemNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Error rates and costs of scores. */
@Command(
    name = "evaluate",
    description = {
      "Print error rates and detection costs of scores, with thresholds and numbers of errors.",
      "Several files of scores are several systems on the same trials."
    },
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = {
      "  gme evaluate scores.txt --key trials",
      "  gme evaluate scores.txt --key trials --enrol-spk utt2spk --dcf 0.01:10:1",
      "  gme evaluate a.txt b.txt --key key.tsv --by gender --equalize gender,language",
      "  gme evaluate scores.txt --key trials --report page.html --plots figures",
    })
public final class EvaluateCommand implements Callable<Integer> {
  private static final String ALL = "all";

  @Parameters(arity = "1..*", paramLabel = "SCORES", description = "Scores, in any layout.")
  List<Path> scores;

  @Mixin KeyOptions keys;
  @Mixin CostOptions costs;
  @Mixin DrawOptions draws;

  @Option(
      names = "--by",
      paramLabel = "CONDITION",
      description = "Also evaluate the trials of each value of a condition, a column of the key.")
  List<String> by = List.of();

  @Option(
      names = "--equalize",
      paramLabel = "CONDITION",
      split = ",",
      description =
          "Weight trials so that every combination of these conditions counts the same, as in"
              + " SRE16.")
  List<String> equalize = List.of();

  @Option(
      names = "--intervals",
      description =
          "Give bootstrap intervals over speakers, who must be known from the key or from lists.")
  boolean intervals;

  @Mixin ReportOptions report;

  @Mixin JsonOption json;

  @Spec CommandSpec spec;

  private final Terminal terminal;

  EvaluateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    report.check(spec);
    ScoredKey trials = keys.read(scores, terminal);
    Optional<BootstrapOptions> bootstrap = Optional.empty();
    if (intervals || keys.namesSpeakers()) {
      trials = trials.withSpeakers(keys.speakers(trials.key()));
      bootstrap = Optional.of(draws.options(spec.commandLine(), costs.points()));
    }
    if (!equalize.isEmpty()) {
      trials = trials.equalizedBy(equalize);
    }
    List<SystemFigures> results = results(trials, bootstrap);
    if (json.isWanted()) {
      json.print(new ResultJson(costs.points(), costs.presets()).of(results));
    } else {
      print(results);
    }
    if (report.isWanted()) {
      List<SystemFigures> whole = results.stream().filter(r -> r.trials().equals(ALL)).toList();
      report.write(whole, scores, trials, costs.presets(), terminal);
    }
    return 0;
  }

  private List<SystemFigures> results(ScoredKey trials, Optional<BootstrapOptions> bootstrap) {
    List<String> names = SystemNames.of(scores);
    List<SystemFigures> out = new ArrayList<>();
    try (ProgressLine line = terminal.progress("evaluating")) {
      Progress progress = (what, done, total) -> line.update(done, total);
      for (int k = 0; k < scores.size(); k++) {
        String name = names.get(k);
        out.add(SystemFigures.of(name, ALL, trials.of(k), costs.points(), bootstrap, progress));
        for (String condition : by) {
          trials
              .by(condition, k)
              .forEach(
                  (word, some) ->
                      out.add(
                          SystemFigures.ofPart(
                              name,
                              condition + "=" + word,
                              some,
                              costs.points(),
                              bootstrap,
                              progress)));
        }
      }
    }
    return out;
  }

  private void print(List<SystemFigures> results) {
    ResultTable table = new ResultTable(costs.points(), costs.presets());
    List<String> lines = new ArrayList<>();
    if (results.size() == 1) {
      lines.addAll(table.detailed(results.get(0)));
    } else {
      lines.addAll(table.compact(results));
    }
    lines.add("");
    lines.addAll(table.notes(results));
    if (!equalize.isEmpty()) {
      lines.add(
          "Trials are weighted so that every "
              + String.join(" × ", equalize)
              + " counts the same.");
    }
    lines.forEach(terminal.out()::println);
  }
}
