package dev.gme.cli.evaluate;

import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.LineProgress;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.evaluate.SystemComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Whether two systems differ on the same trials. */
@Command(
    name = "compare",
    description = {
      "Compare two systems on the same trials: every figure of both, and the bootstrap interval of"
          + " the difference.",
      "Each bootstrap replicate draws the same speakers for both systems, so that the difference is"
          + " known better than either figure. An interval without 0 means that the systems differ."
    },
    footer = {"  gme compare plda.txt gme.txt --key kaldi/trials --labels kaldi/eval.utt2spk"})
public final class CompareCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "A", description = "Scores of one system.")
  Path first;

  @Parameters(index = "1", paramLabel = "B", description = "Scores of another system.")
  Path second;

  @Mixin FigureOptions figures;

  @Override
  public Integer call() throws IOException {
    List<Path> scores = List.of(first, second);
    ScoredKey trials = figures.llr.checked(figures.keys.read(scores, terminal), scores);
    trials = trials.withSpeakers(figures.speakers.of(trials.key()));
    trials = figures.equalize.over(trials);
    SystemComparison comparison;
    try (LineProgress progress = LineProgress.of(terminal, "comparing")) {
      comparison = SystemComparison.of(trials, figures.bootstrap(spec.commandLine()), progress);
    }
    json.printOr(
        () -> comparison.json(figures.costs.measures(), scores),
        () -> comparison.lines(figures.costs.measures(), scores));
    return 0;
  }
}
