package dev.gme.cli.model;

import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.model.Pipeline;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.system.CheckpointedSteps;
import dev.gme.lab.system.Step;
import dev.gme.lab.system.StepStore;
import dev.gme.lab.system.SystemTrainer;
import dev.gme.lab.system.TrainedSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a trained model goes, and where training stands meanwhile; a mixin. */
final class TrainingOutput {
  @Mixin OutputFile output;

  @Option(
      names = "--checkpoint",
      paramLabel = "FOLDER",
      description =
          "Keep a checkpoint in this folder after each iteration: the same command, run again,"
              + " resumes there and ends with the same model.")
  Path checkpoint;

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  private final Terminal terminal;

  TrainingOutput(Terminal terminal) {
    this.terminal = terminal;
  }

  Provenance provenance(TrainSet data) {
    return CommandProvenance.of(spec, data.vectors());
  }

  /** Trains a chain of steps, writes the model and says how it went. */
  TrainedSystem train(List<Step> steps, TrainSet data) throws IOException {
    try (LineProgress progress = LineProgress.ofTraining(terminal)) {
      TrainedSystem trained = trainer(data, progress).train(steps, data);
      write(trained, data);
      return trained;
    }
  }

  /** Trains a step from a model that is there already; the result is not written yet. */
  TrainedSystem refine(TrainedSystem start, Step step, TrainSet data) throws IOException {
    try (LineProgress progress = LineProgress.ofTraining(terminal)) {
      return trainer(data, progress).train(start, List.of(step), data);
    }
  }

  private SystemTrainer trainer(TrainSet data, LineProgress progress) throws IOException {
    return new SystemTrainer(store(data), stage -> progress);
  }

  private StepStore store(TrainSet data) throws IOException {
    return checkpoint == null
        ? StepStore.NONE
        : new CheckpointedSteps(
            checkpoint, provenance(data), file -> terminal.say("Going on from " + file + "."));
  }

  /** Writes the model, with the calibration that it has, and says how training went. */
  void write(TrainedSystem trained, TrainSet data) throws IOException {
    Pipeline model = trained.model().pipeline();
    if (trained.model().calibration().isPresent()) {
      CalibratedModel whole = trained.model().calibratedModel();
      Artefact.write(output.path(), ArtefactKind.CALIBRATED_MODEL, whole, provenance(data));
    } else {
      Artefact.write(output.path(), ArtefactKind.EXTRACTOR, model, provenance(data));
    }
    trained.notes().forEach(note -> terminal.say("note: " + note));
    int iterations = Math.max(0, trained.objective().size() - 1);
    if (output.json().isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("model", output.path().toString());
      tree.put("preprocessing", model.preprocessing().toString());
      tree.put("dimension", model.inputDimension());
      tree.put("speaker_dimension", model.speakerDimension());
      tree.put("nu", model.extractor().nu());
      tree.put("iterations", iterations);
      tree.put("objective", trained.objective());
      tree.put("notes", trained.notes());
      output.json().print(tree);
    } else {
      double last = trained.objective().get(trained.objective().size() - 1);
      terminal.say(
          String.format(
              Locale.ROOT,
              "Objective %.8g after %d steps. Wrote %s: %s.",
              last,
              iterations,
              output.path(),
              model));
    }
  }
}
