package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The first of the study's five seeds: which way is right for which shift. */
@Tag("slow")
class AdaptationStudyTest {
  @Test
  void theBestWayOfEachShift() throws Exception {
    List<StudyTable> tables = new AdaptationStudy(Optional.empty(), 1).run(line -> {}).tables();
    StudyTable eer = tables.get(0);
    assertThat(eer.rows()).hasSize(9);
    assertThat(best(eer, "affine")).isIn("CORAL", "CORAL+");
    assertThat(best(eer, "channel noise in 15 directions")).isEqualTo("Kaldi α=.3");
    assertThat(best(eer, "noise twice as strong")).isEqualTo("κ");
    assertThat(best(tables.get(1), "noise twice as strong")).isEqualTo("κ");
    // Heavy tails: the heavy-tailed source with the mean moved against every adapted Gaussian
    // model.
    for (String shift : List.of("affine", "noise twice as strong")) {
      String row = shift + ", noise of ν = 4";
      double heavy = figures(eer, row + ", model of ν = 4").get("mean");
      Map<String, Double> gaussian = figures(eer, row);
      assertThat(gaussian.get(best(eer, row))).isGreaterThan(heavy);
    }
  }

  private static Map<String, Double> figures(StudyTable table, String shift) {
    List<Cell> row =
        table.rows().stream().filter(r -> r.get(0).text().equals(shift)).findFirst().orElseThrow();
    Map<String, Double> out = new HashMap<>();
    for (int c = 1; c < row.size(); c++) {
      out.put(table.columns().get(c), (Double) row.get(c).value());
    }
    return out;
  }

  /** The way without labels of the least figure. */
  private static String best(StudyTable table, String shift) {
    return figures(table, shift).entrySet().stream()
        .filter(e -> !e.getKey().equals("1600 labels"))
        .min(Map.Entry.comparingByValue())
        .orElseThrow()
        .getKey();
  }
}
