package dev.gme.lab.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
  @TempDir Path folder;

  private String key(String tool, String build, String stage) throws IOException {
    return new Store(folder, false, tool, build).key(stage).text();
  }

  /** Two builds of one version must not take each other's models for their own. */
  @Test
  void anotherBuildHasOtherKeys() throws IOException {
    String key = key("gme 1", "a", "scores");
    assertThat(key("gme 1", "a", "scores")).isEqualTo(key);
    assertThat(key("gme 1", "b", "scores")).isNotEqualTo(key);
    assertThat(key("gme 2", "a", "scores")).isNotEqualTo(key);
    assertThat(key("gme 1", "a", "vb")).isNotEqualTo(key);
    assertThat(key("gme 1a", "", "scores")).isNotEqualTo(key);
  }

  @Test
  void theDigestOfTheCodeIsOfTheCode() throws IOException {
    assertThat(CodeDigest.text()).isEqualTo(CodeDigest.text()).matches("[0-9a-f]{24}");
  }
}
