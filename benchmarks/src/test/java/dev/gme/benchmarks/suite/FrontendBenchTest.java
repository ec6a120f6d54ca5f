package dev.gme.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The suite at a small size: every figure is there, positive, and none is a ratio with a goal. */
class FrontendBenchTest {
  @Test
  void everyFigureIsThere() {
    FrontendBench.Size size =
        new FrontendBench.Size(1, 600, 4, 3, 6, 1, new LargeExtractorBench.Size(8, 3, 5, 20));
    List<Measurement> all = new FrontendBench(size).run(text -> {});
    assertThat(all.stream().map(Measurement::name))
        .contains("mfcc_seconds", "ubm_iteration", "ivector_extraction", "large_em_iteration")
        .doesNotHaveDuplicates();
    assertThat(all).allMatch(m -> m.goal().isEmpty());
    // Processor time of the whole process comes in ticks, of which small work may take none.
    assertThat(all)
        .filteredOn(m -> !m.name().startsWith("large_") && !m.name().equals("dgemm"))
        .allMatch(m -> m.value() > 0 && m.value() < Double.POSITIVE_INFINITY);
  }
}
