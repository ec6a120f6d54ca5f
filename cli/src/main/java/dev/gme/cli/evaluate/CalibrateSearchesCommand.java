package dev.gme.cli.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.cli.files.CheckedOptions;
import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.identify.ScoredSearches;
import dev.gme.lab.provenance.FileDigest;
import java.io.IOException;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Learns a calibration that makes the posteriors of searches right. */
@Command(
    name = "searches",
    description = {
      "Train a calibration on searches whose answers are known, so that the posteriors of 'gme"
          + " identify' are right.",
      "It is a linear calibration like any other: 'gme calibrate append' puts it into the model."
          + " The speakers should be others than those who will be searched for."
    },
    footer = {
      "  gme calibrate searches all.txt --labels kaldi/eval.utt2spk \\",
      "      --unknown-prior 0.1 --out searches.gme",
      "  gme calibrate searches all.txt --labels kaldi/eval.utt2spk \\",
      "      --unknown-prior 0.5 --out s.gme --json"
    })
final class CalibrateSearchesCommand extends TerminalCommand {
  @Mixin SearchFile searches;

  @Option(
      names = "--unknown-prior",
      required = true,
      paramLabel = "P",
      description =
          "How probable it is beforehand that a search is for nobody who is enrolled, between 0 and"
              + " 1; 0 where that cannot be.")
  double unknownPrior;

  @Mixin OutputFile output;

  @Override
  public Integer call() throws IOException {
    CheckedOptions.require(
        unknownPrior >= 0 && unknownPrior < 1,
        spec,
        "--unknown-prior must be 0 or lie between 0 and 1, found " + unknownPrior);
    ScoredSearches.Calibrated trained = searches.read().calibrate(unknownPrior);
    Artefact.write(
        output.path(),
        ArtefactKind.CALIBRATION,
        trained.calibration(),
        CommandProvenance.of(spec, FileDigest.of(searches.files())));
    if (output.json().isWanted()) {
      ObjectNode node = ResultJson.object();
      node.put("form", "linear").put("formula", trained.calibration().toString());
      node.put("unknown_prior", unknownPrior).put("enrolled", trained.enrolled());
      node.put("searches", trained.searches()).put("cross_entropy_before", trained.before());
      node.put("cross_entropy", trained.after()).put("cross_entropy_of_prior", trained.ofPrior());
      output.json().print(node.put("out", output.path().toString()));
      return 0;
    }
    terminal.say(trained.calibration().toString());
    terminal.say(
        String.format(
            Locale.ROOT,
            "Cross-entropy of the %,d searches among %,d enrolled: %.4f before, now %.4f nats (%.4f"
                + " without hearing anything).",
            trained.searches(),
            trained.enrolled(),
            trained.before(),
            trained.after(),
            trained.ofPrior()));
    terminal.say("Wrote " + output.path() + ".");
    return 0;
  }
}
