package dev.gme.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Scoring measured on few recordings: all names are there, and the errors keep the promise. */
class ScoreBenchTest {
  @Test
  void measuresTimesAndErrors() {
    List<Measurement> all = new ScoreBench(300).run(line -> {});
    assertThat(all.stream().filter(m -> m.goal().isPresent()).map(Measurement::name))
        .containsExactly(
            "gplda_over_sgemm",
            "htplda_over_gplda_1e-2",
            "htplda_over_gplda_1e-3",
            "htplda_over_gplda_1e-4",
            "htplda_matrix_over_gplda_matrix",
            "raw_htplda_over_raw_gplda");
    for (Measurement m : all) {
      Map<String, Double> errors = m.details();
      if (!errors.isEmpty()) {
        double tolerance =
            m.name().endsWith("1e-2") ? 1e-2 : m.name().endsWith("1e-4") ? 1e-4 : 1e-3;
        assertThat(errors.get("rms_error_all")).isLessThan(tolerance);
        assertThat(errors.get("rms_error_same_speaker")).isLessThan(tolerance);
        assertThat(errors.get("max_error")).isLessThan(errors.get("max_error_bound"));
      }
    }
  }
}
