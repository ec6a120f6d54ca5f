package dev.gme.cli.evaluate;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.LineProgress;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.evaluate.ResultTable;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemFigures;
import dev.gme.lab.evaluate.SystemNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Error rates and costs of scores; its subcommands evaluate what is not a list of scored trials. A
 * subcommand's name wins over a file of that name.
 */
@Command(
    name = "evaluate",
    subcommands = {
      EvaluateClustersCommand.class,
      EvaluateDiarizationCommand.class,
      EvaluateIdentificationCommand.class
    },
    description = {
      "Print error rates and detection costs of scores, with thresholds and numbers of errors.",
      "Several files of scores are several systems on the same trials. A file that is called like"
          + " a command below is given with its folder, as in ./diarization."
    },
    footer = {
      "  gme evaluate plda.txt gme.txt --key kaldi/trials",
      "  gme evaluate gme.txt --key kaldi/trials --labels kaldi/eval.utt2spk",
      "  gme evaluate gme.txt --key kaldi/trials --dcf 0.01:10:1 --report report.html",
      "  gme evaluate gme.txt --key key.tsv --by gender --equalize gender,language"
    })
public final class EvaluateCommand extends JsonCommand {
  // None for subcommands, so that call() asks for them.
  @Parameters(arity = "0..*", paramLabel = "SCORES", description = "Scores, in any layout.")
  List<Path> scores = List.of();

  @Mixin FigureOptions figures;

  @Option(
      names = "--by",
      paramLabel = "CONDITION",
      description = "Also evaluate the trials of each value of a condition, a column of the key.")
  List<String> by = List.of();

  @Option(
      names = "--intervals",
      description =
          "Give bootstrap intervals over speakers, who must be known from the key or from lists.")
  boolean intervals;

  @Mixin ReportOptions report;

  @Override
  public Integer call() throws IOException {
    CheckedOptions.require(
        !scores.isEmpty(), spec, "missing required parameter: 'SCORES', one file or more");
    report.check(spec);
    ScoredKey trials = figures.llr.checked(figures.keys.read(scores, terminal), scores);
    Optional<BootstrapOptions> bootstrap = Optional.empty();
    if (intervals || figures.speakers.areNamed()) {
      trials = trials.withSpeakers(figures.speakers.of(trials.key()));
      bootstrap = Optional.of(figures.bootstrap(spec.commandLine()));
    }
    trials = figures.equalize.over(trials);
    EqualizeOption.require(trials, by);
    List<SystemFigures> results;
    try (LineProgress progress = LineProgress.of(terminal, "evaluating")) {
      results =
          SystemFigures.of(
              trials, SystemNames.of(scores), by, figures.costs.points(), bootstrap, progress);
    }
    json.printOr(
        () -> new ResultJson(figures.costs.points(), figures.costs.presets()).of(results),
        () ->
            new ResultTable(figures.costs.points(), figures.costs.presets())
                .lines(results, figures.equalize.conditions));
    if (report.isWanted()) {
      List<SystemFigures> whole =
          results.stream().filter(r -> r.trials().equals(SystemFigures.ALL)).toList();
      report.write(whole, scores, trials, figures.costs.presets(), spec, terminal);
    }
    return 0;
  }
}
