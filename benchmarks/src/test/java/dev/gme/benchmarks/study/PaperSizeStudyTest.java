package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The study with few recordings. */
class PaperSizeStudyTest {
  @Test
  void aLineForEveryStep() {
    List<String> progress = new ArrayList<>();
    PaperSizeStudy.Size size = new PaperSizeStudy.Size(300, 4, 10, 1, 1, 100);
    StudyResult result = new PaperSizeStudy(size).run(progress::add);
    assertThat(result.markdown().subList(2, 7))
        .allMatch(
            line ->
                line.matches("\\|[^|]+\\| \\d+\\.\\d \\| (\\d+|unknown) \\| (\\d+|unknown) \\|"));
    assertThat(result.notes().get(0)).startsWith("1210 vectors, 300 speakers");
    assertThat(progress).hasSize(5);
  }
}
