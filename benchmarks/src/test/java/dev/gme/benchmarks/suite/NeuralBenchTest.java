package dev.gme.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The suite at a small size: every figure is there and positive. */
class NeuralBenchTest {
  @Test
  void everyFigureIsThere() {
    List<Measurement> all = new NeuralBench(1, 5).run(text -> {});
    assertThat(all.stream().map(Measurement::name))
        .contains("frontend_ms_per_second.wespeaker", "frontend_ms_per_second.speechbrain")
        .doesNotHaveDuplicates();
    assertThat(all).allMatch(m -> m.value() > 0 && m.value() < Double.POSITIVE_INFINITY);
  }
}
