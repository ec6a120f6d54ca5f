package dev.gme.benchmarks.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.frontend.audio.AudioList;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The study with a small extractor. */
@Tag("slow")
class DurationStudyTest {
  @Test
  void shorterRecordingsAreLessPrecise() throws IOException {
    DurationStudy.Size size = new DurationStudy.Size(16, 20, 10, List.of(30, 0), 1);
    Path lists = SharedData.part("audio", "lists");
    for (String name : List.of("wav.scp", "train.utt", "eval.utt", "utt2spk", "trials")) {
      SharedData.present(lists.resolve(name));
    }
    for (Path recording : AudioList.recordings(lists.resolve("wav.scp")).values()) {
      SharedData.present(recording);
    }
    StudyResult result = new DurationStudy(lists, size).run(text -> {});
    List<List<Cell>> rows = result.tables().get(0).rows();
    assertThat(rows).hasSize(6 * 2);
    List<Cell> cut = rows.get(10);
    List<Cell> whole = rows.get(11);
    assertThat(cut.get(0)).isEqualTo(Cell.text("posteriors, PLDA of posteriors"));
    assertThat(cut.get(1)).isEqualTo(Cell.number("%.2f s", 0.3));
    assertThat(whole.subList(0, 2)).containsExactly(cut.get(0), Cell.text("whole"));
    assertThat(number(cut, 2)).isBetween(0.0, number(whole, 2));
    assertThat(number(cut, 3)).isGreaterThan(number(whole, 3));
  }

  private static double number(List<Cell> row, int column) {
    return ((Cell.Figure) row.get(column)).value();
  }
}
