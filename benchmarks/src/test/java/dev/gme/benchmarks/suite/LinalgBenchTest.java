package dev.gme.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LinalgBenchTest {
  @Test
  void givesSpeedsAndTheirRatio() {
    List<String> progress = new ArrayList<>();
    Map<String, Double> figures =
        new LinalgBench(1, 2)
            .run(progress::add).stream()
                .collect(Collectors.toMap(Measurement::name, Measurement::value));
    assertThat(figures)
        .containsOnlyKeys(
            "sgemm_java", "sgemm_openblas", "java_sgemm_over_openblas", "java_sgemm_share");
    assertThat(figures.values()).allMatch(v -> v > 0);
    assertThat(figures.get("java_sgemm_over_openblas"))
        .isCloseTo(
            figures.get("sgemm_openblas") / figures.get("sgemm_java"),
            within(1e-9 * figures.get("java_sgemm_over_openblas")));
    assertThat(progress).hasSize(2);
  }
}
