package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoringStudyTest {
  @Test
  void hasALineForEveryEvaluationSizeAndSink() throws IOException {
    ScoringStudy study =
        new ScoringStudy(
            new ScoringStudy.Size(
                List.of(new ScoringStudy.Evaluated("small", 20, 50)), List.of(40, 80), 120));
    List<StudyTable> tables = study.run(x -> {}).tables();
    assertThat(tables.get(0).markdown())
        .filteredOn(l -> l.startsWith("| small | 20 x 50 |"))
        .hasSize(1);
    assertThat(tables.get(1).markdown())
        .filteredOn(l -> l.matches("\\| 80 x 80 \\| [0-9.]+ \\| [0-9.]+ \\|"))
        .hasSize(1);
    assertThat(tables.get(2).rows())
        .extracting(row -> row.get(0).text())
        .containsExactly(
            "counts above thresholds",
            "a histogram",
            "the ten best per model",
            "the ten best per test",
            "an evaluation",
            "a .npy file of 0.0 GB",
            "lines of text, dropped");
  }
}
