package dev.gme.lab.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTest {
  @TempDir Path folder;

  private String key(String tool, String build, String stage) throws IOException {
    return new Store(folder, Store.Reuse.ALL, tool, build).key(stage).text();
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

  private Store store(Store.Reuse reuse) throws IOException {
    return new Store(folder, reuse, "gme 1", "a");
  }

  private Stage stage(String inputs) {
    return new Stage("ubm", inputs, Map.of("gaussians", "4"), List.of(folder.resolve("ubm")));
  }

  private Store.Outcome write(Store store, Stage stage) throws IOException {
    return store.stage(
        stage,
        () -> {
          Files.writeString(folder.resolve("ubm"), stage.inputs());
          return "4 Gaussians";
        });
  }

  @Test
  void aStageIsRunWhenItsInputsChangeOrItsFilesAreMissing() throws IOException {
    Store store = store(Store.Reuse.ALL);
    assertThat(write(store, stage("x")).made()).isTrue();
    assertThat(write(store, stage("x")))
        .isEqualTo(new Store.Outcome(stage("x").digest(), "4 Gaussians", false));
    assertThat(write(store, stage("y")).made()).isTrue();
    assertThat(write(store, stage("x")).made()).isTrue();
    Files.delete(folder.resolve("ubm"));
    assertThat(write(store, stage("x")).made()).isTrue();
    assertThat(store.made()).isEqualTo(4);
  }

  /** The name and the lines of a stamp are those of folders that were made before. */
  @Test
  void stampsOfBeforeAreUnderstood() throws IOException {
    Files.writeString(folder.resolve("ubm"), "");
    Files.writeString(
        folder.resolve("ubm.stage"),
        """
        digest e1e305abac601100c7b265aeb6a90067111ab75ea0880644bd891f89cb2310d7
        what it was
        gaussians 4
        """);
    assertThat(write(store(Store.Reuse.ALL), stage("x")).note()).isEqualTo("what it was");
    assertThat(stage("x").checkpoint("-full")).isEqualTo("ubm-full-e1e305abac60");
  }

  @Test
  void aStageThatWasStoppedRunsAgain() throws IOException {
    Store store = store(Store.Reuse.ALL);
    write(store, stage("x"));
    assertThatThrownBy(
            () ->
                store.stage(
                    stage("y"),
                    () -> {
                      throw new IOException("killed");
                    }))
        .hasMessage("killed");
    assertThat(write(store, stage("x")).made()).isTrue();
  }

  @Test
  void aFreshRunMakesEverythingOnce() throws IOException {
    Path checkpoint = folder.resolve(stage("x").checkpoint("") + ".checkpoint");
    write(store(Store.Reuse.ALL), stage("x"));
    Files.writeString(checkpoint, "of the run before");
    Store fresh = store(Store.Reuse.NOTHING);
    assertThat(fresh.checkpoints(stage("x").checkpoint("")).last()).isEmpty();
    assertThat(write(fresh, stage("x")).made()).isTrue();
    assertThat(write(fresh, stage("x")).made()).isFalse();
    Files.writeString(checkpoint, "of other inputs");
    write(fresh, stage("y"));
    assertThat(checkpoint).doesNotExist();
  }
}
