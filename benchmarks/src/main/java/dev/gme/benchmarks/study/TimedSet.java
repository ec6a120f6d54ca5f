package dev.gme.benchmarks.study;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.lists.SideInformation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A set of vectors whose recordings have durations.
 *
 * @param logDurations of every recording, one a row
 */
record TimedSet(EmbeddingExperiment vectors, DoubleMatrix logDurations) {
  private static final String DURATIONS = "utt2dur";

  /**
   * The sets with {@code utt2dur} in the folder of their lists.
   *
   * @param folder of sets as {@link RealEmbeddingsStudy} takes it
   * @param others files of vectors, each with the folder of its lists
   */
  private static List<TimedSet> read(Path folder, Map<Path, Path> others) throws IOException {
    List<TimedSet> out = new ArrayList<>();
    for (Path set : EmbeddingExperiment.sets(folder)) {
      Path lists = EmbeddingExperiment.lists(set);
      if (Files.exists(lists.resolve(DURATIONS))) {
        out.add(of(EmbeddingExperiment.read(set), lists));
      }
    }
    for (Map.Entry<Path, Path> other : others.entrySet()) {
      String name = other.getKey().getFileName().toString().replaceFirst("[.][^.]*$", "");
      out.add(
          of(EmbeddingExperiment.read(name, other.getKey(), other.getValue()), other.getValue()));
    }
    if (out.isEmpty()) {
      throw new GmeException(
          folder + " has no set of embeddings with durations",
          "put " + DURATIONS + " beside utt2spk, train.utt and trials into a folder NAME-lists");
    }
    return out;
  }

  /** What a study does with one set. */
  @FunctionalInterface
  interface Work {
    void on(TimedSet set) throws IOException;
  }

  /** Reads the sets of a study and goes through them, with a word of progress for each. */
  static void forEach(Path folder, Map<Path, Path> others, Consumer<String> progress, Work work)
      throws IOException {
    List<TimedSet> sets = read(folder, others);
    CountedSteps steps = new CountedSteps(sets.size(), progress);
    for (TimedSet set : sets) {
      steps.accept(set.vectors().name());
      work.on(set);
    }
  }

  private static TimedSet of(EmbeddingExperiment set, Path lists) throws IOException {
    return new TimedSet(
        set, SideInformation.read(lists.resolve(DURATIONS)).of(List.of("log:duration"), set.ids()));
  }
}
