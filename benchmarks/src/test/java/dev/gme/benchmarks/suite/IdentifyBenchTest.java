package dev.gme.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.parallel.Workers;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdentifyBenchTest {
  @Test
  void measuresBothRatiosAndLeavesTheThreadsAsTheyWere() {
    int threads = Workers.threads();
    List<Measurement> found = new IdentifyBench(2000).run(what -> {});
    assertThat(Workers.threads()).isEqualTo(threads);
    assertThat(found)
        .extracting(Measurement::name)
        .containsExactly(
            "sgemv", "identify", "identify16", "identify_over_sgemv", "identify16_over_identify1");
    assertThat(found).allSatisfy(m -> assertThat(m.value()).isPositive().isFinite());
    assertThat(found.get(3).details().get("largest_log_sum_error")).isLessThan(1e-3);
  }
}
