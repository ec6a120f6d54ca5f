package dev.gme.frontend.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AudioTest {
  private static final Audio TEN = Audio.wrap(10, new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});

  @Test
  void segments() {
    assertThat(TEN.segment(0.2, 0.5).samples()).containsExactly(2, 3, 4);
    assertThat(TEN.segment(0.8, -1).samples()).containsExactly(8, 9);
    assertThat(TEN.segment(0.8, 1.4).samples()).containsExactly(8, 9);
    assertThatThrownBy(() -> TEN.segment(0.8, 1.6)).isInstanceOf(GmeException.class);
    assertThatThrownBy(() -> TEN.segment(0.5, 0.5)).isInstanceOf(GmeException.class);
    assertThatThrownBy(() -> TEN.segment(Double.NaN, 0.5)).isInstanceOf(GmeException.class);
  }

  /** A header may claim a sample a second, and a small file be hours. */
  @Test
  void resampledAudioHasALimit() {
    Audio slow = Audio.wrap(1, new float[1 << 20]);
    assertThatThrownBy(() -> slow.atRate(8000))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("1048576 samples at 1 Hz");
    assertThat(slow.atRate(1)).isSameAs(slow);
  }

  @Test
  void lists(@TempDir Path folder) throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.createFile(folder.resolve("b.wav"));
    Path scp = data.resolve("wav.scp");
    Files.writeString(scp, "a /x/a b.wav\nb b.wav\n");
    assertThat(AudioList.recordings(scp))
        .containsExactly(
            java.util.Map.entry("a", Path.of("/x/a b.wav")),
            java.util.Map.entry("b", folder.resolve("b.wav")));
    Files.writeString(scp, "a sox a.wav - |\n");
    assertThatThrownBy(() -> AudioList.recordings(scp)).hasMessageContaining("line 1");
    Files.writeString(scp, "a b\0c.wav\n");
    assertThatThrownBy(() -> AudioList.recordings(scp))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("line 1: expected a path");
    Files.writeString(scp, "a x\na y\n");
    assertThatThrownBy(() -> AudioList.recordings(scp)).hasMessageContaining("line 2");
  }
}
