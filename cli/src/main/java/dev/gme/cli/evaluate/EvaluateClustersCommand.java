package dev.gme.cli.evaluate;

import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.OptionHelp;
import dev.gme.cli.terminal.Count;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.lab.cluster.ClusterEvaluation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares found sets of recordings with true speakers. */
@Command(
    name = "clusters",
    description = {
      "Say how far a clustering agrees with the true speakers.",
      "Both lists name recordings and their sets: utt2spk, spk2utt, or a table with a column"
          + " speaker. One found set has coverage 1 and single recordings have purity 1: look at"
          + " both, or at the adjusted Rand index, which is 0 for what chance gives."
    },
    footer = {
      "  gme evaluate clusters kaldi/eval.utt2spk clusters",
      "  gme evaluate clusters kaldi/eval.utt2spk clusters --intervals --json"
    })
public final class EvaluateClustersCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "REF", description = "The true speakers.")
  Path reference;

  @Parameters(index = "1", paramLabel = "HYP", description = "The sets that were found.")
  Path found;

  @Option(
      names = "--allow-missing",
      description = "Pass over recordings that one of the lists lacks.")
  boolean allowMissing;

  @Option(
      names = "--intervals",
      description = "Give bootstrap intervals over recordings; the clustering stays as it is.")
  boolean intervals;

  @Mixin DrawOptions draws;

  @Override
  public Integer call() throws IOException {
    BootstrapOptions bootstrap = draws.options(spec.commandLine(), List.of());
    ClusterEvaluation evaluation =
        OptionHelp.naming(
            "allow missing",
            "--allow-missing",
            () -> ClusterEvaluation.read(reference, found, allowMissing));
    if (intervals) {
      try (LineProgress progress = LineProgress.of(terminal, "bootstrap over recordings")) {
        evaluation = evaluation.withIntervals(bootstrap, progress);
      }
    }
    if (evaluation.missing() > 0) {
      terminal.say(
          "Passed over "
              + Count.of(evaluation.missing(), "recording")
              + " that only one of the lists has.");
    }
    ClusterEvaluation result = evaluation;
    json.printOr(result::json, result::lines);
    return 0;
  }
}
