package dev.gme.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestWordTest {
  private static final List<String> WORDS =
      List.of("score", "simulate", "calibrate", "convert", "--threads", "--quiet", "-q", "-h");

  @ParameterizedTest
  @CsvSource({
    "scor, score",
    "socre, score",
    "simualte, simulate",
    "calib, calibrate",
    "covert, convert",
    "--thread, --threads",
    "--Threads, --threads",
    "--THREADS, --threads",
    "SCORE, score",
    "-H, -h",
  })
  void findsWhatWasMeant(String typed, String meant) {
    assertThat(NearestWord.to(typed, WORDS)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"train", "--model", "x", "-x", "''"})
  void doesNotGuessWildly(String typed) {
    assertThat(NearestWord.to(typed, WORDS)).isEmpty();
  }

  @Test
  void theNearestWins() {
    assertThat(NearestWord.to("fuze", List.of("fuse", "fume", "doze"))).contains("fume");
    assertThat(NearestWord.to("fuzes", List.of("fume", "fuses"))).contains("fuses");
  }

  @ParameterizedTest
  @CsvSource({"abc, abc, 0", "abc, acb, 1", "abc, ab, 1", "'', abc, 3", "kitten, sitting, 3"})
  void countsEdits(String a, String b, int distance) {
    assertThat(NearestWord.distance(a, b)).isEqualTo(distance);
    assertThat(NearestWord.distance(b, a)).isEqualTo(distance);
  }
}
