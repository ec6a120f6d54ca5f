package dev.gme.cli.model;

import dev.gme.cli.files.JsonOption;
import dev.gme.cli.files.Origin;
import dev.gme.cli.terminal.Terminal;
import dev.gme.core.Checkpoints;
import dev.gme.core.Trained;
import dev.gme.core.model.Pipeline;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.artefact.FileCheckpoints;
import dev.gme.formats.artefact.Provenance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a trained model goes, and where training stands meanwhile; a mixin. */
final class TrainingOutput {
  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FILE",
      description = "Where to write the model.")
  Path out;

  @Option(
      names = "--checkpoint",
      paramLabel = "FOLDER",
      description =
          "Keep a checkpoint in this folder after each iteration: the same command, run again,"
              + " resumes there and ends with the same model.")
  Path checkpoint;

  @Mixin JsonOption json;

  @Spec(Spec.Target.MIXEE)
  CommandSpec spec;

  private final Terminal terminal;

  TrainingOutput(Terminal terminal) {
    this.terminal = terminal;
  }

  Provenance provenance(LabelledVectors data) {
    return Origin.of(spec, data);
  }

  /**
   * The checkpoints of each stage.
   *
   * @param options all that decides on the result but the data: another recipe has other files
   */
  Function<String, Checkpoints> checkpoints(LabelledVectors data, Object options) {
    if (checkpoint == null) {
      return stage -> Checkpoints.NONE;
    }
    try {
      Files.createDirectories(checkpoint);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Provenance provenance = provenance(data);
    String key = FileCheckpoints.key(provenance.data(), options.toString());
    return stage -> {
      Path file = checkpoint.resolve(stage + "-" + key + ".checkpoint");
      if (Files.exists(file)) {
        terminal.say("Going on from " + file + ".");
      }
      return new FileCheckpoints(file, provenance);
    };
  }

  /** Writes the model and says how it went. */
  void write(Trained<?> trained, Pipeline model, LabelledVectors data) throws IOException {
    Artefact.write(out, ArtefactKind.EXTRACTOR, model, provenance(data));
    trained.notes().forEach(note -> terminal.say("note: " + note));
    if (json.isWanted()) {
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("model", out.toString());
      tree.put("preprocessing", model.preprocessing().toString());
      tree.put("dimension", model.inputDimension());
      tree.put("speaker_dimension", model.speakerDimension());
      tree.put("nu", model.extractor().nu());
      tree.put("iterations", trained.iterations());
      tree.put("objective", trained.objective());
      tree.put("notes", trained.notes());
      json.print(tree);
    } else {
      double last = trained.objective().get(trained.objective().size() - 1);
      terminal.say(
          String.format(
              Locale.ROOT,
              "Objective %.8g after %d steps. Wrote %s: %s.",
              last,
              trained.iterations(),
              out,
              model));
    }
  }
}
