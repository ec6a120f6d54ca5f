package dev.gme.cli.evaluate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.cli.files.JsonOption;
import dev.gme.cli.files.Origin;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.calibrate.CalibrationOptions;
import dev.gme.core.calibrate.CalibrationTrials;
import dev.gme.core.calibrate.PavCalibration;
import dev.gme.core.calibrate.QualityCalibration;
import dev.gme.core.metric.Cllr;
import dev.gme.core.metric.Pav;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.table.TrialList;
import dev.gme.lab.evaluate.CalibrationSource;
import dev.gme.lab.evaluate.ResultJson;
import dev.gme.lab.evaluate.ScoredKey;
import dev.gme.lab.provenance.FileDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "Where to write the calibration.")
  Path out;

  @Option(
      names = "--prior",
      paramLabel = "P",
      description =
          "Prior of a target trial near whose threshold the calibration should be most accurate"
              + " (default: ${DEFAULT-VALUE}).")
  double prior = 0.5;

  @Option(
      names = "--ridge",
      paramLabel = "R",
      description =
          "Weight of a ridge penalty, which gives separable and collinear scores a solution too"
              + " (default: ${DEFAULT-VALUE}, none).")
  double ridge = CalibrationOptions.DEFAULT.ridge();

  @Mixin JsonOption json;

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
  Provenance provenance(CommandSpec spec, List<Path> files, Map<String, String> remembered)
      throws IOException {
    Provenance origin = Origin.of(spec, FileDigest.of(files));
    Map<String, String> parameters = new LinkedHashMap<>(origin.parameters());
    parameters.putAll(remembered);
    return new Provenance(
        origin.data(), origin.command(), parameters, origin.tool(), origin.date());
  }

  /** Inputs to train on: the scores of each system, then side information. */
  static CalibrationTrials trials(ScoredKey key, double[]... inputs) {
    for (double[] input : inputs) {
      requireFinite(key.key(), input);
    }
    return CalibrationTrials.of(key.labels(), inputs).withWeights(key.weights());
  }

  /** Evaluation takes infinite scores, training cannot: the trial is named, as core cannot. */
  private static void requireFinite(TrialList trials, double[] input) {
    for (int i = 0; i < input.length; i++) {
      if (!Double.isFinite(input[i])) {
        throw new GmeException(
            trials.where(i)
                + ": a calibration is trained on finite scores, but the trial "
                + trials.describe(i)
                + " has "
                + input[i],
            "leave that trial out of the training");
      }
    }
  }

  /** Writes the calibration and says how well it does on what it was trained on. */
  void finish(
      Calibration calibration,
      ScoredKey key,
      double[][] inputs,
      Provenance provenance,
      Terminal terminal)
      throws IOException {
    Artefact.write(out, ArtefactKind.CALIBRATION, calibration, provenance);
    double[] llrs = CalibrationSource.apply(calibration, inputs);
    ScoredTrials after = ScoredTrials.of(llrs, key.labels(), key.weights());
    double before = Cllr.of(key.of(0));
    double now = Cllr.of(after);
    double min = Cllr.minimum(Pav.of(after));
    if (json.isWanted()) {
      ObjectNode node = ResultJson.object();
      node.put("form", form(calibration)).put("formula", calibration.toString());
      node.put("prior", prior).put("ridge", ridge).put("trials", key.size());
      if (inputs.length == 1) {
        node.put("cllr_before", before);
      }
      node.put("cllr", now).put("min_cllr", min).put("out", out.toString());
      json.print(node);
      return;
    }
    terminal.say(calibration.toString());
    terminal.say(
        String.format(
            Locale.ROOT,
            "Cllr on the %,d training trials: %s%.4f bits (its minimum is %.4f).",
            key.size(),
            inputs.length == 1 ? String.format(Locale.ROOT, "%.4f before, now ", before) : "",
            now,
            min));
    terminal.say("Wrote " + out + ".");
  }

  private static String form(Calibration c) {
    return c instanceof PavCalibration
        ? "pav"
        : c instanceof QualityCalibration ? "quality" : "linear";
  }
}
