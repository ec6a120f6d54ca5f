package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.cli.InProcess.Result;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command asks for; the studies themselves are tested where they are made. */
class StudyCommandTest {
  @ParameterizedTest
  @ValueSource(strings = {"durations", "real-embeddings"})
  void someStudiesNeedData(String study) {
    Result result = InProcess.run("study", study);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("the study " + study + " needs data").contains("--data DIR");
  }

  @Test
  void aFolderWithoutEmbeddingsIsNamed(@TempDir Path empty) {
    Result result = InProcess.run("study", "real-embeddings", "--data", empty, "--json");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains(empty + " has no set of embeddings");
  }

  @Test
  void anUnknownStudyIsRefusedWithTheListOfThem() {
    Result result = InProcess.run("study", "weather");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("wrong-model").contains("real-embeddings");
  }
}
