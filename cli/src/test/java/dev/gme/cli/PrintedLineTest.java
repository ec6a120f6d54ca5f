package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintedLineTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gme  4.94 [3.2, 6.6] | gme     4.94 [3.2, 6.6] | true",
        "gme  4.94 [3.2, 6.6] | gme     4.95 [3.1, 6.6] | true",
        "gme  4.94 [3.2, 6.6] | gme     4.96 [3.2, 6.6] | false",
        "gme  4.94 [3.2, 6.6] | plda    4.94 [3.2, 6.6] | false",
        "gme  4.94 [3.2, 6.6] | gme     4.94 [3.2, 6.6]  * | false",
        "gme  4.94 … | gme     4.94 [3.2, 6.6]  * | true",
        "… | anything | true",
        "30,000 trials | 30,001 trials | false",
        "e00001-001 | e00001-002 | false",
        "differ by 7.1e-14. | differ by 1.3e-12. | true",
        "differ by 7.1e-14. | differ by 1.3e-02. | false",
        "differ by 7.1e-14. | differ by 7.1e-14 | false",
      })
  void matches(String expected, String printed, boolean same) {
    assertThat(PrintedLine.of(expected).test(printed)).isEqualTo(same);
  }

  @Test
  void ofOtherDataTheWordsAreTheSame() {
    PrintedLine line = PrintedLine.of("gme  4.94 [3.2, 6.6]  *").withAnyNumbers();
    assertThat(line.test("gme    14.9 [3, 66]")).isTrue();
    assertThat(line.test("plda   4.94 [3.2, 6.6]  *")).isFalse();
  }
}
