package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.model.HtPlda;
import dev.gme.core.simulate.ModelRecipe;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The study on a simulated set, and its systems on every set of the shared data. */
class RealEmbeddingsStudyTest {
  private static final List<String> SYSTEMS =
      List.of("cosine", "GPLDA", "GPLDA LN", "nu = 2", "nu = 2, BXE", "VB", "VB, BXE");

  @TempDir Path folder;

  @Test
  void aTableForEverySetAndOneOfDimensions() throws IOException {
    simulate(folder, "sim-xvector");
    Files.createDirectory(folder.resolve("no-set"));
    List<StudyTable> tables = new RealEmbeddingsStudy(folder).run(text -> {}).tables();
    assertThat(tables).hasSize(2);
    StudyTable first = tables.get(0);
    assertThat(first.title())
        .isEqualTo("sim-xvector: D = 10, d = 9, trained on 240 recordings of 60 speakers");
    assertThat(first.columns().subList(1, 8)).isEqualTo(SYSTEMS);
    assertThat(first.rows())
        .extracting(row -> row.get(0).text())
        .containsExactly("all", "f", "m", "Cllr, all");
    assertThat(first.rows().subList(0, 3))
        .allMatch(row -> row.get(4).text().matches("\\d+\\.\\d\\d / \\d\\.\\d{3}"));
    assertThat(tables.get(1).markdown()).anyMatch(l -> l.startsWith("| sim-xvector | 9 | "));
  }

  @Test
  void aFolderWithoutSetsIsRefused() {
    assertThatThrownBy(() -> new RealEmbeddingsStudy(folder).run(text -> {}))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("no set of embeddings");
  }

  /** Sixty speakers to train on, twenty others in trials. */
  static void simulate(Path folder, String name) throws IOException {
    HtPlda truth = ModelRecipe.of(10, 4, 2).withSpectrum(25, 2).draw(1);
    SimulatedCorpus.Recordings drawn = SimulatedCorpus.AS_MODELLED.draw(truth, 80, 4, 1);
    int n = drawn.speakers().length;
    List<String> ids = new ArrayList<>();
    Map<String, String> speakers = new TreeMap<>();
    for (int i = 0; i < n; i++) {
      ids.add(String.format("r%03d", i));
      speakers.put(ids.get(i), "s" + drawn.speakers()[i]);
    }
    List<String> trials = new ArrayList<>();
    for (int i = 240; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        boolean isTarget = drawn.speakers()[i] == drawn.speakers()[j];
        trials.add(
            String.join(
                " ",
                ids.get(i),
                ids.get(j),
                isTarget ? "target" : "nontarget",
                i % 2 == 0 ? "f" : "m"));
      }
    }
    Path set = Files.createDirectory(folder.resolve(name));
    VectorFiles.write(
        set.resolve("vectors.scp"),
        LabelledVectors.of("simulated", ids, FloatMatrix.of(drawn.vectors())),
        VectorFormat.KALDI);
    Path lists = Files.createDirectory(folder.resolve("sim-lists"));
    KaldiLists.writePairs(lists.resolve("utt2spk"), speakers);
    Files.write(lists.resolve("train.utt"), ids.subList(0, 240));
    Files.write(lists.resolve("trials"), trials);
  }

  /** Training on them is tested with the recipe of the experiment, which trains the same ways. */
  @TestFactory
  List<DynamicTest> readsEverySetOfRealSpeech() throws IOException {
    List<Path> sets = EmbeddingExperiment.sets(SharedData.part("embeddings"));
    if (sets.isEmpty()) {
      return List.of(SharedData.none("vectors with a list of trials in embeddings"));
    }
    return sets.stream()
        .map(set -> DynamicTest.dynamicTest(set.getFileName().toString(), () -> check(set)))
        .toList();
  }

  private static void check(Path set) throws IOException {
    for (String list : List.of("train.utt", "utt2spk")) {
      SharedData.present(EmbeddingExperiment.lists(set).resolve(list));
    }
    SharedData.script(set.resolve("vectors.scp"));
    EmbeddingExperiment experiment = EmbeddingExperiment.read(set);
    double[] scores = experiment.cosines();
    assertThat(Arrays.stream(scores)).allMatch(Double::isFinite);
    // Chance would be 50 %. How good each way is, the study tells.
    assertThat(TrialFigures.of(experiment.trials(), scores).eer()).isLessThan(0.4);
  }
}
