package dev.gme.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UncertainBenchTest {
  @Test
  void measuresARateAndItsShareOfTheProduct() {
    List<Measurement> found = new UncertainBench(20, 24, 8, 64).run(line -> {});
    assertThat(found)
        .extracting(Measurement::name)
        .containsExactly("uncertain_per_second", "uncertain_share_of_dgemm");
    assertThat(found).allMatch(m -> m.value() > 0);
  }
}
