package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/studies/clustering.md says of real speech must stay true. */
class ClusteringStudyTest {
  /** Adjusted Rand indices that the learned scale reaches with the number of speakers given. */
  private static final Map<String, Double> LEAST =
      Map.of(
          "audiomnist-ivector", 0.82,
          "audiomnist-xvector", 0.56,
          "librispeech-ivector", 0.5,
          "librispeech-xvector", 0.5);

  @TempDir Path folder;

  @Test
  @Tag("slow")
  void learnedScalesFindTheSpeakersOfRealSpeech() throws IOException {
    List<StudyTable> tables =
        new ClusteringStudy(SharedData.part("embeddings")).run(text -> {}).tables();
    for (List<Cell> row : tables.get(1).rows()) {
      double found = Double.parseDouble(row.get(row.size() - 1).text());
      assertThat(found)
          .as(row.get(0).text())
          .isGreaterThanOrEqualTo(LEAST.getOrDefault(row.get(0).text(), 0.0));
    }
    int near = 0;
    int known = 0;
    for (List<Cell> row : tables.get(2).rows()) {
      double speakers = Double.parseDouble(row.get(1).text());
      String text = row.get(row.size() - 1).text();
      int sets = Integer.parseInt(text.substring(0, text.indexOf(' ')));
      assertThat(sets).as(row.get(0).text()).isGreaterThan(1);
      if (LEAST.containsKey(row.get(0).text())) {
        known++;
        near += Math.abs(sets / speakers - 1) <= 0.25 ? 1 : 0;
      }
    }
    assertThat(near).isGreaterThanOrEqualTo(known / 2);
  }

  @Test
  void aFolderWithoutSetsIsRefused() {
    assertThatThrownBy(() -> new ClusteringStudy(folder).run(text -> {}))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("no set of embeddings");
  }
}
