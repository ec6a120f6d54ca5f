package dev.gme.lab.ivector;

import dev.gme.core.Checkpoints;
import dev.gme.core.Progress;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.frontend.corpus.FeatureFiles;
import dev.gme.lab.cache.Stage;
import dev.gme.lab.cache.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What the stages of a recipe share.
 *
 * @param store of the folder that all files lie in
 * @param say told what is worth a sentence
 */
record RecipeRun(
    IvectorRecipe.Data data,
    RecipeOptions options,
    Store store,
    Consumer<String> say,
    Progress progress) {
  Path file(String name) {
    return store.folder().resolve(name);
  }

  Stage stage(String name, String inputs, Map<String, String> parameters, String... outputs) {
    return new Stage(name, inputs, parameters, Arrays.stream(outputs).map(this::file).toList());
  }

  /** Runs a stage if it must be, and says so; gives its digest. */
  String run(Stage stage, Store.Maker<String> maker) throws IOException {
    long start = System.nanoTime();
    Store.Outcome outcome = store.stage(stage, maker);
    double seconds = (System.nanoTime() - start) * 1e-9;
    String how = outcome.made() ? String.format(Locale.ROOT, "%.1f s", seconds) : "unchanged";
    say.accept(stage.name() + ": " + outcome.note() + " (" + how + ")");
    return outcome.digest();
  }

  /** Writes a file of a stage. */
  <T> void write(String name, ArtefactKind<T> kind, T value, Stage stage) throws IOException {
    Artefact.write(
        file(name),
        kind,
        value,
        store.provenance(
            stage.digest(), "ivector recipe, stage " + stage.name(), stage.parameters()));
  }

  <T> T read(String name, ArtefactKind<T> kind) throws IOException {
    return Artefact.read(file(name), kind).value();
  }

  Checkpoints checkpoints(Stage stage, String part) throws IOException {
    return store.checkpoints(stage.checkpoint(part));
  }

  /** Goes through the frames of some recordings, in the order of the archive. */
  void readFrames(List<String> ids, FeatureFiles.Reader reader) throws IOException {
    Set<String> wanted = Set.copyOf(ids);
    FeatureFiles.read(
        List.of(file(FeatureStage.FRAMES)),
        (id, frames) -> {
          if (wanted.contains(id)) {
            reader.accept(id, frames);
          }
        });
  }
}
