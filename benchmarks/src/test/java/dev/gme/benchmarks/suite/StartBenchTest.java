package dev.gme.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Processes of a few trials: the figures are there, and speeds are not judged. */
class StartBenchTest {
  @Test
  void listsAndSquares() {
    List<Measurement> all = new StartBench(1, 100).run(text -> {});
    assertThat(all)
        .singleElement()
        .satisfies(m -> assertThat(m.name()).isEqualTo("tiles_over_exact_1e2"));
    assertThat(all.get(0).details())
        .containsOnlyKeys(
            "list",
            "list_tiles",
            "list_exact_seconds",
            "square",
            "square_tiles",
            "square_exact_seconds");
    assertThat(all.get(0).details().values()).allMatch(v -> v > 0 && v < 1000);
  }
}
