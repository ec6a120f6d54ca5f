package dev.gme.cli.evaluate;

import dev.gme.cli.files.JsonOption;
import dev.gme.cli.files.Origin;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Calibration;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.lab.evaluate.CalibrationSource;
import dev.gme.lab.evaluate.Quality;
import dev.gme.lab.provenance.FileDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts a calibration behind the model whose scores it was trained on. */
@Command(
    name = "append",
    description = {
      "Append a calibration to the model whose scores it was trained on: the result is one file,"
          + " whose scores are calibrated.",
      "Linear and pav calibrations can be appended, and those with --quality logb, since a model"
          + " knows the precision b of its recordings."
    },
    parameterListHeading = "%nArguments:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExamples:%n",
    footer = "  gme calibrate append calibration.gme model.gme --out calibrated-model.gme")
final class CalibrateAppendCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "CALIBRATION",
      description = "A calibration that 'gme calibrate train' wrote.")
  Path calibration;

  @Parameters(index = "1", paramLabel = "MODEL", description = "Any model that scores.")
  Path model;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      required = true,
      description = "Where to write the calibrated model.")
  Path out;

  @Mixin JsonOption json;
  @Spec CommandSpec spec;

  private final Terminal terminal;

  CalibrateAppendCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Artefact<Calibration> learned = Artefact.read(calibration, ArtefactKind.CALIBRATION);
    requireForOneModel(learned);
    ModelFile bare = ModelFiles.open(model);
    if (bare.calibration().isPresent()) {
      throw new GmeException(
          model + " has a calibration already",
          "append to the model without it; train on its scores of gme score --uncalibrated");
    }
    CalibratedModel whole = new CalibratedModel(bare.pipeline(), learned.value());
    Provenance made = Origin.of(spec, FileDigest.of(List.of(calibration, model)));
    Map<String, String> parameters = new LinkedHashMap<>(made.parameters());
    remember("model", bare.provenance(), parameters);
    remember("calibration", learned.provenance(), parameters);
    Artefact.write(
        out,
        ArtefactKind.CALIBRATED_MODEL,
        whole,
        new Provenance(made.data(), made.command(), parameters, made.tool(), made.date()));
    if (json.isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("model", bare.pipeline().toString());
      tree.put("calibration", learned.value().toString());
      tree.put("out", out.toString());
      json.print(tree);
    } else {
      terminal.say(whole + ".");
      terminal.say("Wrote " + out + ".");
    }
    return 0;
  }

  private void requireForOneModel(Artefact<Calibration> learned) {
    String qualities =
        learned.provenance().parameters().getOrDefault(CalibrationSource.QUALITIES, "");
    String logb = Quality.Kind.LOGB.name().toLowerCase(Locale.ROOT);
    boolean known = qualities.isEmpty() || qualities.equals(logb);
    if (!known || learned.value().inputs() != (qualities.isEmpty() ? 1 : 2)) {
      throw new GmeException(
          calibration
              + (qualities.isEmpty()
                  ? " is a fusion of " + learned.value().inputs() + " systems"
                  : " was trained with --quality " + qualities),
          "a model has one score a trial and log b: append a calibration of its scores, alone or"
              + " with --quality logb:EMBEDDINGS");
    }
  }

  /** The parts' own provenance is kept, so that nothing is lost by putting them together. */
  private static void remember(String part, Provenance of, Map<String, String> parameters) {
    if (!of.equals(Provenance.NONE)) {
      parameters.put(part + " command", of.command());
      parameters.put(part + " data", of.data());
      parameters.put(part + " made by", of.tool() + ", " + of.date());
    }
  }
}
