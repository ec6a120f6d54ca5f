package dev.gme.lab.ivector;

import dev.gme.core.Progress;
import dev.gme.frontend.corpus.FeatureFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What the stages of a recipe share.
 *
 * @param say told what is worth a sentence
 */
record RecipeRun(
    IvectorRecipe.Data data,
    RecipeOptions options,
    Workplace place,
    Consumer<String> say,
    Progress progress) {
  Path file(String name) {
    return place.file(name);
  }

  /** Goes through the frames of some recordings, in the order of the archive. */
  void readFrames(List<String> ids, FeatureFiles.Reader reader) throws IOException {
    Set<String> wanted = Set.copyOf(ids);
    FeatureFiles.read(
        List.of(file("features.ark")),
        (id, frames) -> {
          if (wanted.contains(id)) {
            reader.accept(id, frames);
          }
        });
  }
}
