package dev.gme.cli.model;

import dev.gme.cli.files.CommandProvenance;
import dev.gme.cli.files.LineProgress;
import dev.gme.cli.files.OutputFile;
import dev.gme.cli.files.ResumeNote;
import dev.gme.cli.terminal.Count;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.model.Pipeline;
import dev.gme.core.score.CalibratedModel;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.Provenance;
import dev.gme.lab.data.NetworkNote;
import dev.gme.lab.data.TrainSet;
import dev.gme.lab.model.DomainFindings;
import dev.gme.lab.system.CheckpointedSteps;
import dev.gme.lab.system.Step;
import dev.gme.lab.system.StepStore;
import dev.gme.lab.system.SystemSpec;
import dev.gme.lab.system.SystemTrainer;
import dev.gme.lab.system.TrainedSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
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
  void train(List<Step> steps, TrainSet data) throws IOException {
    train(steps, data, Map::of);
  }

  /**
   * The same with more to say.
   *
   * @param more asked once all is trained, for {@code --json}
   */
  void train(List<Step> steps, TrainSet data, Supplier<Map<String, Object>> more)
      throws IOException {
    TrainedSystem trained = refine(Optional.empty(), steps, data);
    write(trained, trained.origin().steps(), data, more);
  }

  /** Trains from a model that is there already; the result is not written yet. */
  @SuppressWarnings("try") // the note needs only to be open
  TrainedSystem refine(Optional<TrainedSystem> start, List<Step> steps, TrainSet data)
      throws IOException {
    // As 'gme experiment --check' has them, to be copied into an experiment's file.
    terminal.say("Steps: " + SystemSpec.text(steps));
    try (ResumeNote note = checkpoint == null ? null : ResumeNote.of(terminal);
        LineProgress progress = LineProgress.ofTraining(terminal)) {
      SystemTrainer trainer = new SystemTrainer(store(data), stage -> progress);
      return start.isPresent()
          ? trainer.train(start.get(), steps, data)
          : trainer.train(steps, data);
    }
  }

  private StepStore store(TrainSet data) throws IOException {
    return checkpoint == null
        ? StepStore.NONE
        : new CheckpointedSteps(
            checkpoint, provenance(data), file -> terminal.say("Going on from " + file + "."));
  }

  /** What the options came to: defaults that depend on the data or on other options are here. */
  private static Map<String, String> done(List<Step> steps, TrainedSystem trained) {
    Pipeline model = trained.model().pipeline();
    Map<String, String> out = new LinkedHashMap<>();
    out.put("chain", SystemSpec.text(steps));
    out.put("preprocessing", model.preprocessing().toString());
    out.put("speaker-dim", Integer.toString(model.speakerDimension()));
    out.put("nu", Double.toString(model.extractor().nu()));
    out.put("iterations done", Integer.toString(iterations(trained)));
    return out;
  }

  private static int iterations(TrainedSystem trained) {
    return Math.max(0, trained.objective().size() - 1);
  }

  /** Writes the model, with the calibration that it has, and says how training went. */
  void write(TrainedSystem trained, List<Step> steps, TrainSet data) throws IOException {
    write(trained, steps, data, Map::of);
  }

  /** The same with more to say, for {@code --json}. */
  void write(
      TrainedSystem trained, List<Step> steps, TrainSet data, Supplier<Map<String, Object>> more)
      throws IOException {
    Pipeline model = trained.model().pipeline();
    Provenance provenance =
        provenance(data)
            .with(done(steps, trained))
            .with(DomainFindings.kept(data.data()))
            .with(data.network().map(NetworkNote::kept).orElse(Map.of()));
    if (trained.model().calibration().isPresent()) {
      CalibratedModel whole = trained.model().calibratedModel();
      Artefact.write(output.path(), ArtefactKind.CALIBRATED_MODEL, whole, provenance);
    } else {
      Artefact.write(output.path(), ArtefactKind.EXTRACTOR, model, provenance);
    }
    // What is indented goes on from the note before.
    trained.notes().forEach(note -> terminal.say(note.startsWith(" ") ? note : "note: " + note));
    int iterations = iterations(trained);
    if (output.json().isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("out", output.path().toString());
      tree.put("model", output.path().toString()); // its name until 0.1
      tree.put("preprocessing", model.preprocessing().toString());
      tree.put("dimension", model.inputDimension());
      tree.put("speaker_dimension", model.speakerDimension());
      tree.put("nu", model.extractor().nu());
      tree.put("iterations", iterations);
      tree.put("objective", trained.objective());
      tree.put("notes", trained.notes());
      tree.putAll(more.get());
      output.json().print(tree);
    } else {
      // A step that leaves the model as it was has none.
      String objective =
          trained.objective().isEmpty()
              ? ""
              : String.format(
                  Locale.ROOT,
                  "Objective %.8g after %s. ",
                  trained.objective().get(iterations),
                  Count.of(iterations, "step"));
      terminal.say(objective + "Wrote " + output.path() + ": " + model + ".");
    }
  }
}
