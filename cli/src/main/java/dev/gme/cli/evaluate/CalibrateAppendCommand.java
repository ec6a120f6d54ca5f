package dev.gme.cli.evaluate;

import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.files.TerminalCommand;
import dev.gme.core.score.CalibratedModel;
import dev.gme.lab.calibrate.CalibratedModelFiles;
import dev.gme.lab.provenance.FileDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Puts a calibration behind the model whose scores it was trained on. */
@Command(
    name = "append",
    description = {
      "Append a calibration to the model whose scores it was trained on: the result is one file,"
          + " whose scores are calibrated.",
      "Linear and pav calibrations can be appended, and those with --quality logb, since a model"
          + " knows the precision b of its recordings."
    },
    footer = {"  gme calibrate append calibration.gme gme.gme --out calibrated-model.gme"})
final class CalibrateAppendCommand extends TerminalCommand {
  @Mixin CalibrationArgument calibration;

  @Parameters(index = "1", paramLabel = "MODEL", description = "Any model that scores.")
  Path model;

  @Mixin OutputFile output;

  @Override
  public Integer call() throws IOException {
    CalibratedModel whole =
        CalibratedModelFiles.append(
            calibration.file,
            model,
            output.path(),
            CommandProvenance.of(spec, FileDigest.of(List.of(calibration.file, model))));
    if (output.json().isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("model", whole.pipeline().toString());
      tree.put("calibration", whole.calibration().toString());
      tree.put("out", output.path().toString());
      output.json().print(tree);
    } else {
      terminal.say(whole + ".");
      terminal.say("Wrote " + output.path() + ".");
    }
    return 0;
  }
}
