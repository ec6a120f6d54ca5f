package dev.gme.cli.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.lab.calibrate.EvaluatedCalibration;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.provenance.FileDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What training a calibration and training a fusion have in common. */
final class CalibrationTraining {
  @Mixin KeyOptions keys;
  @Mixin OutputFile output;

  @Option(
      names = "--prior",
      paramLabel = "P",
      description =
          "Prior of a target trial near whose threshold the calibration should be most accurate.")
  double prior = 0.5;

  @Option(
      names = "--ridge",
      paramLabel = "R",
      description =
          "Weight of a ridge penalty, which gives separable and collinear scores a solution too; 0"
              + " is none.")
  double ridge = CalibrationOptions.DEFAULT.ridge();

  CalibrationOptions options(CommandLine command) {
    if (!(prior > 0 && prior < 1)) {
      throw new ParameterException(command, "--prior must lie between 0 and 1, found " + prior);
    }
    if (!(ridge >= 0 && ridge < Double.POSITIVE_INFINITY)) {
      throw new ParameterException(command, "--ridge must be 0 or positive, found " + ridge);
    }
    return CalibrationOptions.ofPrior(prior).withRidge(ridge);
  }

  /** Where the calibration comes from, and what apply has to know of it. */
  Provenance provenance(CommandSpec spec, List<Path> scores, Map<String, String> remembered)
      throws IOException {
    return CommandProvenance.of(spec, FileDigest.of(keys.with(scores))).with(remembered);
  }

  /** Writes the calibration and says how well it does on what it was trained on. */
  void finish(EvaluatedCalibration trained, Provenance provenance, Terminal terminal)
      throws IOException {
    Artefact.write(output.path(), ArtefactKind.CALIBRATION, trained.calibration(), provenance);
    String formula = trained.calibration().toString();
    if (output.json().isWanted()) {
      ObjectNode node = ResultJson.object();
      node.put("form", trained.form()).put("formula", formula);
      trained.rule().ifPresent(rule -> node.put("rule", rule));
      node.put("prior", prior).put("ridge", ridge).put("trials", trained.trials());
      trained.cllrBefore().ifPresent(before -> node.put("cllr_before", before));
      node.put("cllr", trained.cllr()).put("min_cllr", trained.minCllr());
      output.json().print(node.put("out", output.path().toString()));
      return;
    }
    String before =
        trained.cllrBefore().isPresent()
            ? String.format(Locale.ROOT, "%.4f before, now ", trained.cllrBefore().getAsDouble())
            : "";
    terminal.say(formula + trained.rule().map(rule -> "; " + rule).orElse(""));
    terminal.say(
        String.format(
            Locale.ROOT,
            "Cllr on the %,d training trials: %s%.4f bits (its minimum is %.4f).",
            trained.trials(),
            before,
            trained.cllr(),
            trained.minCllr()));
    terminal.say("Wrote " + output.path() + ".");
  }
}
