package dev.gme.cli.evaluate;

import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.JsonCommand;
import dev.gme.cli.terminal.Count;
import dev.gme.core.diarize.DerOptions;
import dev.gme.core.metric.BootstrapOptions;
import dev.gme.formats.turns.Rttm;
import dev.gme.formats.turns.Uem;
import dev.gme.lab.diarize.DiarizationEvaluation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Error rates of turns. */
@Command(
    name = "diarization",
    description = {
      "Print diarization and Jaccard error rates of turns, for each recording and in all, with"
          + " intervals over recordings.",
      "Speakers are mapped one to one by the largest overlap, as the NIST script does. A recording"
          + " that the output lacks counts as missed."
    },
    footer = {
      "  gme evaluate diarization ref.rttm out.rttm",
      "  gme evaluate diarization ref.rttm out.rttm --uem all.uem --collar 0.25",
      "  gme evaluate diarization ref.rttm out.rttm --collar 0.25 --skip-overlap --json"
    })
public final class EvaluateDiarizationCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "REF", description = "The true turns (RTTM).")
  Path reference;

  @Parameters(index = "1", paramLabel = "HYP", description = "The turns to score (RTTM).")
  Path output;

  @Option(
      names = "--uem",
      paramLabel = "FILE",
      description =
          "What is scored (UEM); unless given, each recording of REF from the first start to the"
              + " last end of both files.")
  Path uem;

  @Option(
      names = "--collar",
      paramLabel = "S",
      description =
          "Seconds before and after each boundary of REF that do not count, so that 2S are left"
              + " out at each.")
  double collar;

  @Option(
      names = "--skip-overlap",
      description = "Leave out time in which several speak at once in REF.")
  boolean skipOverlap;

  @Mixin DrawOptions draws;

  @Override
  public Integer call() throws IOException {
    DerOptions options = CheckedOptions.of(spec, () -> new DerOptions(collar, skipOverlap));
    BootstrapOptions bootstrap = draws.options(spec.commandLine(), List.of());
    DiarizationEvaluation evaluation =
        DiarizationEvaluation.of(
            Rttm.read(reference),
            Rttm.read(output),
            uem == null ? Optional.empty() : Optional.of(Uem.read(uem)),
            options,
            bootstrap);
    if (json.isWanted()) {
      json.print(evaluation.figures());
      return 0;
    }
    evaluation.table().forEach(terminal.out()::println);
    if (!evaluation.silent().isEmpty()) {
      terminal.say(
          "warning: "
              + Count.of(evaluation.silent().size(), "recording")
              + " not in "
              + output
              + ", all missed: "
              + some(evaluation.silent()));
    }
    if (!evaluation.unscored().isEmpty()) {
      terminal.say(
          "note: "
              + Count.of(evaluation.unscored().size(), "recording")
              + " not scored: "
              + some(evaluation.unscored()));
    }
    return 0;
  }

  private static String some(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(3, names.size())));
    return names.size() > 3 ? first + ", ..." : first + ".";
  }
}
