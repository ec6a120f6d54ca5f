package dev.gme.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The study with a small extractor. */
@Tag("slow")
class DurationStudyTest {
  @Test
  void shorterRecordingsAreLessPrecise() throws IOException {
    DurationStudy.Size size = new DurationStudy.Size(16, 20, 10, List.of(30, 0), 1);
    List<String> lines = new DurationStudy(SharedData.part("audio", "lists"), size).run(text -> {});
    assertThat(lines).hasSize(2 + 6 * 2);
    String cut = lines.get(12);
    String whole = lines.get(13);
    assertThat(cut).startsWith("| posteriors, PLDA of posteriors | 0.30 s |");
    assertThat(whole).startsWith("| posteriors, PLDA of posteriors | whole |");
    assertThat(number(cut, 3)).isBetween(0.0, number(whole, 3));
    assertThat(number(cut, 4)).isGreaterThan(number(whole, 4));
  }

  private static double number(String line, int column) {
    return Double.parseDouble(line.split("\\|", -1)[column].replace("%", "").strip());
  }
}
