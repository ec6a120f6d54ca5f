package dev.gme.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AdaptBenchTest {
  @Test
  void measuresATimeAndARatioWithItsGoal() {
    List<Measurement> found = new AdaptBench(2000, 40, 10).run(line -> {});
    assertThat(found)
        .extracting(Measurement::name)
        .containsExactly("adapt_coral_plus", "adapt_over_syrk");
    assertThat(found).allMatch(m -> m.value() > 0);
    assertThat(found.get(1).goal().orElseThrow()).isEqualTo(2.5);
  }
}
