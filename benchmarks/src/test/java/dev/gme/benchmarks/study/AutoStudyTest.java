package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The study on one small set, without simulated databases. */
class AutoStudyTest {
  @TempDir Path folder;

  private StudyResult run(List<String> said) throws IOException {
    return new AutoStudy(
            Optional.of(folder), Map.of(), Optional.of(folder.resolve("kept")), List.of())
        .run(said::add);
  }

  @Test
  void comparesWithEveryWayAndWithBaselinesAndGoesOnFromWhatWasFound() throws IOException {
    RealEmbeddingsStudyTest.simulate(folder, "sim-xvector");
    StudyResult first = run(new ArrayList<>());
    StudyTable beside = first.tables().get(0);
    assertThat(beside.rows()).hasSize(1);
    List<Cell> row = beside.rows().get(0);
    assertThat(row.get(0).text()).isEqualTo("sim-xvector");
    assertThat(row.get(7).text()).matches("[+-][.0-9]+ \\[[+-][.0-9]+, [+-][.0-9]+\\]");
    assertThat(first.tables().get(1).rows())
        .extracting(cells -> cells.get(1).text())
        .containsExactly("raw cosine", "cosine", "GPLDA LN");
    assertThat((double) row.get(4).value() - (double) row.get(5).value())
        .as("Cllr beyond its minimum")
        .isBetween(0.0, 0.1);
    Path chosen = folder.resolve("kept/sim-xvector-chosen.txt");
    assertThat(chosen).content().contains(row.get(1).text());
    // What is kept is not found again.
    Files.writeString(chosen, "kept before");
    assertThat(run(new ArrayList<>()).tables().get(0).rows().get(0).get(1).text())
        .isEqualTo("kept before");
  }
}
