package dev.gme.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorSourcesTest {
  @TempDir Path folder;

  @Test
  void filesAreASource() throws IOException {
    Files.writeString(folder.resolve("x.txt"), "a  [ 1 2 3 ]\nb  [ 4 5 6 ]\n");
    Map<String, String> parameters = Map.of("file", "x.txt");
    assertThat(VectorSources.of(parameters).files(parameters, folder))
        .containsExactly(folder.resolve("x.txt"));
    assertThat(VectorSources.read(parameters, folder, Progress.NONE).ids())
        .containsExactly("a", "b");
  }

  @Test
  void ivectorsAreASource() {
    Map<String, String> parameters = Map.of("ivectors", "x.safetensors", "recordings", "wav.scp");
    assertThat(VectorSources.of(parameters).files(parameters, folder))
        .containsExactly(folder.resolve("x.safetensors"), folder.resolve("wav.scp"));
    Map<String, String> some = Map.of("ivectors", "x.safetensors");
    assertThatThrownBy(() -> VectorSources.of(some).files(some, folder))
        .hasMessage("i-vectors need recordings");
  }

  @Test
  void anUnknownSourceIsRefused() {
    assertThatThrownBy(() -> VectorSources.of(Map.of("netwrok", "x.onnx")))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("expected one source of vectors, found none")
        .satisfies(e -> assertThat(((GmeException) e).help()).contains("file"));
    assertThatThrownBy(() -> VectorSources.of(Map.of("file", "x", "speed", "3")))
        .hasMessage("vectors from 'file' have no 'speed'");
  }
}
