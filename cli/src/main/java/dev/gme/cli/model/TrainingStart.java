package dev.gme.cli.model;

import dev.gme.cli.files.ModelOptions;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.model.ModelFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.system.Origin;
import dev.gme.lab.system.SystemModel;
import dev.gme.lab.system.TrainedSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A model from a file that training goes on from: without its calibration and its precision head,
 * which do not fit what becomes of it.
 */
record TrainingStart(Pipeline model, Provenance provenance, String digest) {
  /** Reads the model, and says what of it is left out. */
  static TrainingStart read(Path from, Terminal terminal) throws IOException {
    ModelFile start;
    String digest;
    try (InputFile file = InputFile.open(from)) {
      start = ModelFiles.open(file);
      digest = file.digest();
    }
    ModelOptions.noteCalibration(start, "it is for the scores of the model as it was", terminal);
    ModelOptions.noteHead(start.uncalibrated(), "it is for the model as it was", terminal);
    return new TrainingStart(start.uncalibrated().withoutHead(), start.provenance(), digest);
  }

  /** What training on some data goes on from. */
  TrainedSystem on(TrainSet set) {
    return new TrainedSystem(
        SystemModel.of(model),
        Origin.of(provenance, set).withoutHead(),
        set.digest() + " " + digest,
        List.of(),
        List.of());
  }
}
