package dev.gme.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScoringStudyTest {
  @Test
  void hasALineForEveryEvaluationSizeAndSink() {
    ScoringStudy study =
        new ScoringStudy(
            new ScoringStudy.Size(
                List.of(new ScoringStudy.Evaluated("small", 20, 50)), List.of(40, 80), 120));
    List<String> lines = study.run(x -> {});
    assertThat(lines).filteredOn(l -> l.startsWith("| small | 20 x 50 |")).hasSize(1);
    assertThat(lines)
        .filteredOn(l -> l.matches("\\| 80 x 80 \\| [0-9.]+ \\| [0-9.]+ \\|"))
        .hasSize(1);
    for (String sink :
        List.of(
            "counts",
            "a histogram",
            "the ten best per model",
            "an evaluation",
            "a .npy file of 0.0 GB",
            "lines of text")) {
      assertThat(lines).anyMatch(l -> l.startsWith("| " + sink));
    }
  }
}
