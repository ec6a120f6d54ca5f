package dev.gme.neural.speech;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.frontend.audio.Audio;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Detectors by name and from files. */
class SpeechDetectorTest {
  private static final Audio SECOND = Audio.wrap(16_000, new float[16_000]);

  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static void refused(Object name, String... parts) {
    assertThatExceptionOfType(GmeException.class)
        .isThrownBy(() -> SpeechDetector.of(name.toString()))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts))
        .satisfies(e -> assertThat(e.help()).isNotBlank());
  }

  @Test
  void noneTakesEverything() throws IOException {
    try (SpeechDetector none = SpeechDetector.of("none")) {
      assertThat(none.speech("a", SECOND)).isEmpty();
      assertThat(none.digest()).isEqualTo("none");
    }
  }

  @Test
  void turnsOfAFile() throws IOException {
    Path rttm =
        file(
            "a.rttm",
            """
            SPEAKER call 1 0.10 0.20 <NA> <NA> x <NA> <NA>
            SPEAKER call 1 0.25 0.25 <NA> <NA> y <NA> <NA>
            """);
    try (SpeechDetector given = SpeechDetector.of(rttm.toString())) {
      TimeRegions found = given.speech("call", SECOND).orElseThrow();
      assertThat(found.size()).isEqualTo(1);
      assertThat(found.start(0)).isEqualTo(0.1);
      assertThat(found.end(0)).isEqualTo(0.5);
      assertThat(given.digest()).hasSizeGreaterThan(16);
      assertThatExceptionOfType(GmeException.class)
          .isThrownBy(() -> given.speech("other", SECOND))
          .withMessageContaining("'other'");
    }
  }

  @Test
  void whatIsNoDetector() throws IOException {
    refused("enrgy", "expected none, energy or a file", "'enrgy'");
    refused(file("a.onnx", "no network\n"), "expected a network");
  }

  @Test
  void aNetworkOfAnotherInterface() {
    refused(
        SharedData.part("neural", "speaker-lstm-wave.onnx"),
        "expected a detector of speech with the inputs input, sr and state",
        "wav");
  }
}
