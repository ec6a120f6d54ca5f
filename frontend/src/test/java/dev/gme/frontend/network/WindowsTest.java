package dev.gme.frontend.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.frontend.network.Windows.Part;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowsTest {
  @Test
  void aLongRecordingIsCutIntoEqualPieces() {
    assertThat(Windows.WHOLE.parts(600, 10, 60)).containsExactly(new Part(0, 600));
    assertThat(Windows.WHOLE.parts(601, 10, 60))
        .containsExactly(new Part(0, 300), new Part(300, 601));
    assertThat(Windows.WHOLE.parts(0, 10, 60)).containsExactly(new Part(0, 0));
    List<Part> day = Windows.WHOLE.parts(16000 * 86400, 16000, Windows.MOST_SECONDS);
    assertThat(day).hasSize(1440).allMatch(p -> p.length() == 960_000);
  }

  @ParameterizedTest
  @CsvSource({"9999,1.5,0.75", "1000,1,0", "150,1.5,0.75", "149,1.5,0.5", "999,3,0.1", "301,3,3"})
  void windowsCoverTheRecording(int samples, double length, double shift) {
    Windows windows = new Windows(length, shift, Windows.Combine.MEAN);
    List<Part> parts = windows.parts(samples, 100, 60);
    int n = (int) Math.rint(100 * length);
    int step = (int) Math.rint(100 * (shift == 0 ? length : shift));
    assertThat(parts.get(0).from()).isZero();
    assertThat(parts.get(parts.size() - 1).to()).isEqualTo(samples);
    for (int i = 0; i < parts.size(); i++) {
      assertThat(parts.get(i).length()).isEqualTo(Math.min(n, samples));
      if (i > 0 && i < parts.size() - 1) {
        assertThat(parts.get(i).from()).isEqualTo(i * step);
      }
      if (i > 0) {
        assertThat(parts.get(i).from())
            .isGreaterThan(parts.get(i - 1).from())
            .isLessThanOrEqualTo(parts.get(i - 1).from() + step);
      }
    }
  }

  @Test
  void asText() {
    assertThat(Windows.parse("1.5:0.75")).isEqualTo(new Windows(1.5, 0.75, Windows.Combine.MEAN));
    assertThat(Windows.parse("3")).isEqualTo(new Windows(3, 0, Windows.Combine.MEAN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1:2", "-1", "1:2:3", "NaN", "1:", "Infinity"})
  void badText(String text) {
    assertThatThrownBy(() -> Windows.parse(text))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("expected LENGTH:SHIFT");
  }
}
