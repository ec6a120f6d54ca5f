package dev.gme.formats.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.formats.FolderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListSummaryTest extends FolderTest {
  @Test
  void scoresAndLabels() throws IOException {
    Path file = list("a x 3 target\na y -Infinity nontarget\nb x 1 nontarget\nb y 2 target\n");
    ListSummary summary = ListSummary.of(ListReader.read(file));
    assertThat(summary).isEqualTo(new ListSummary(2, Double.NEGATIVE_INFINITY, 1, 3, 1, Map.of()));
    assertThat(ListRecognizer.recognize(file).label()).isEqualTo("wespeaker");
  }

  @Test
  void conditionsAreCountedByWord() throws IOException {
    ListSummary summary =
        ListSummary.of(ListReader.read(list("a x target m\na y nontarget f\nb x nontarget m\n")));
    assertThat(summary.targets()).isEqualTo(1);
    assertThat(summary.minScore()).isNaN();
    assertThat(summary.conditions().values()).containsExactly(Map.of("m", 2, "f", 1));
  }

  /** The durations of a thousand trials, say. */
  @Test
  void ofManyWordsTheNumberIsTold() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 21; i++) {
      text.append("a x").append(i).append(" target ").append(i).append('\n');
    }
    ListSummary summary = ListSummary.of(ListReader.read(list(text.toString())));
    assertThat(summary.conditions().values()).containsExactly(Map.of("different words", 21));
  }
}
