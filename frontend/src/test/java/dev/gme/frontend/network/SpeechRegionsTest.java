package dev.gme.frontend.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.frontend.audio.Audio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpeechRegionsTest {
  @TempDir Path folder;

  @Test
  void ofManyRecordings() throws IOException {
    Path rttm =
        Files.writeString(
            folder.resolve("ref.rttm"),
            """
            SPEAKER a 1 0.5 1 <NA> <NA> Ann <NA> <NA>
            SPEAKER a 1 1 2 <NA> <NA> Bob <NA> <NA>
            SPEAKER b 1 4 1 <NA> <NA> Ann <NA> <NA>
            """);
    SpeechRegions speech = SpeechRegions.read(rttm);
    assertThat(speech.of("a").total()).isEqualTo(2.5);
    assertThat(speech.of("day/one/b.flac").start(0)).isEqualTo(4);
    assertThatThrownBy(() -> speech.of("c"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("ref.rttm does not say when anybody speaks in 'c'");
  }

  @Test
  void ofOneRecording() throws IOException {
    Path lab = Files.writeString(folder.resolve("meeting.lab"), "0 1 sp\n2 3 sp\n");
    SpeechRegions speech = SpeechRegions.read(lab);
    assertThat(speech.of("meeting").total()).isEqualTo(2);
    assertThat(speech.of("x/meeting.wav").total()).isEqualTo(2);
    assertThatThrownBy(() -> speech.of("other")).hasMessageContaining("only in 'meeting'");
  }

  @Test
  void ofAFolder() throws IOException {
    assertThatThrownBy(() -> SpeechRegions.read(folder))
        .hasMessageContaining("no files that say when anybody speaks");
    Files.writeString(folder.resolve("a.lab"), "0 1 sp\n");
    Files.writeString(folder.resolve("b.LAB"), "");
    Files.writeString(folder.resolve("more.rttm"), "SPEAKER c 1 4 1 <NA> <NA> A <NA> <NA>\n");
    Files.writeString(folder.resolve("notes.txt"), "none of these");
    SpeechRegions speech = SpeechRegions.read(folder);
    assertThat(speech.of("x/a.wav").total()).isEqualTo(1);
    assertThat(speech.of("b").size()).isZero();
    assertThat(speech.of("c").start(0)).isEqualTo(4);
    Files.writeString(folder.resolve("c.lab"), "0 1 sp\n");
    assertThatThrownBy(() -> SpeechRegions.read(folder))
        .hasMessageContaining("more.rttm: a second file in")
        .hasMessageContaining("anybody speaks in c");
  }

  @Test
  void cutOutOfARecording() {
    Audio ten = Audio.wrap(10, new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    TimeRegions parts = TimeRegions.of(new double[] {0.2, 0.8}, new double[] {0.5, 7});
    assertThat(ten.within(parts).samples()).containsExactly(2, 3, 4, 8, 9);
    assertThat(ten.within(TimeRegions.NONE).length()).isZero();
    TimeRegions late = TimeRegions.of(new double[] {5, 1e12}, new double[] {6, 2e12});
    assertThat(ten.within(late).length()).isZero();
  }
}
