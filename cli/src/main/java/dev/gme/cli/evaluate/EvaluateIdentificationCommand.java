package dev.gme.cli.evaluate;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.files.LineProgress;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.identify.IdentificationFigures;
import dev.gme.lab.identify.ScoredSearches;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rates of searches. */
@Command(
    name = "identification",
    description = {
      "Print how often searches of enrolled speakers are right: how often the mate is among the"
          + " best (CMC), how often it is found (TPIR = 1 - FNIR) while few strangers get a name"
          + " (FPIR), and the equal-error rate.",
      "All of it holds for the number of enrolled speakers, which is printed. With --labels there"
          + " are bootstrap intervals."
    },
    footer = {
      "  gme evaluate identification all.txt --labels kaldi/eval.utt2spk",
      "  gme evaluate identification all.txt --labels kaldi/eval.utt2spk \\",
      "      --unknown-prior 0.1 --threshold 0"
    })
final class EvaluateIdentificationCommand extends JsonCommand {
  @Mixin SearchFile searches;

  @Option(
      names = "--ranks",
      split = ",",
      paramLabel = "R",
      description = "Numbers of best candidates among which the mate may be.")
  List<Integer> ranks = IdentificationFigures.Options.DEFAULT.ranks();

  @Option(
      names = "--fpir",
      split = ",",
      paramLabel = "F",
      description = "Shares of strangers that may get a name.")
  List<Double> fpirs = IdentificationFigures.Options.DEFAULT.fpirs();

  @Option(
      names = "--threshold",
      split = ",",
      paramLabel = "T",
      description = "Scores at which to print FNIR, FPIR and the mean number of candidates.")
  List<Double> thresholds = List.of();

  @Option(
      names = "--unknown-prior",
      paramLabel = "P",
      description =
          "Evaluate log-likelihood ratios against the whole list, as 'gme identify' makes them for"
              + " this prior of nobody, instead of the scores themselves.")
  Double unknownPrior;

  @Mixin DrawOptions draws;
  @Mixin LlrOption llr;

  @Override
  public Integer call() throws IOException {
    CheckedOptions.require(
        unknownPrior == null || (unknownPrior > 0 && unknownPrior < 1),
        spec,
        "--unknown-prior must lie between 0 and 1, found " + unknownPrior);
    IdentificationFigures.Options options =
        CheckedOptions.of(spec, () -> new IdentificationFigures.Options(ranks, fpirs, thresholds));
    BootstrapOptions bootstrap =
        draws.options(spec.commandLine(), BootstrapOptions.DEFAULT.points());
    TrialList list = searches.list();
    if (unknownPrior != null) {
      llr.require(list, searches.scores);
    }
    ScoredSearches read = searches.searches(list);
    ScoredSearches scored = unknownPrior == null ? read : read.againstList(unknownPrior);
    IdentificationFigures figures;
    try (LineProgress progress = LineProgress.of(terminal, "evaluating")) {
      figures = IdentificationFigures.of(scored, options, Optional.of(bootstrap), progress);
    }
    json.printOr(figures::json, figures::lines);
    if (!scored.hasSpeakers()) {
      terminal.say("note: no intervals, because it is not known who speaks (--labels FILE).");
    }
    return 0;
  }
}
