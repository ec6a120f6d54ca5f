package dev.gme.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkOptionsTest {
  @TempDir Path folder;

  private SparkOptions options() throws IOException {
    SparkOptions options = new SparkOptions();
    options.jar = Files.createFile(folder.resolve("gme-spark.jar"));
    options.driverMemory = "2g";
    return options;
  }

  @Test
  void aJobOfThisMachineListensOnLoopbackAlone() throws IOException {
    SparkOptions options = options();
    assertThat(options.address()).isEqualTo("127.0.0.1");
    assertThat(options.words("2", null))
        .containsExactly(
            "--master",
            "local[2]",
            "--driver-memory",
            "2g",
            "--conf",
            "spark.ui.enabled=false",
            "--class",
            "dev.gme.spark.Main",
            options.jar.toString());
  }

  @Test
  void settingsOfAClusterAreHandedOn() throws IOException {
    SparkOptions options = options();
    options.master = "spark://10.0.0.7:7077";
    options.settings.add("spark.speculation=true");
    assertThat(options.address()).isNull();
    assertThat(options.words("2", folder.resolve("secret.properties")))
        .containsSubsequence(
            List.of(
                "--master",
                "spark://10.0.0.7:7077",
                "--executor-memory",
                "6g",
                "--executor-cores",
                "4",
                "--conf",
                "spark.speculation=true",
                "--properties-file",
                folder.resolve("secret.properties").toString()))
        .doesNotContain("spark.ui.enabled=false");
    options.master = "spark://127.0.0.1:7077";
    assertThat(options.address()).isEqualTo("127.0.0.1");
  }

  @Test
  void aMissingJarIsSaid() throws IOException {
    SparkOptions options = options();
    Files.delete(options.jar);
    assertThatThrownBy(() -> options.words("*", null))
        .isInstanceOf(GmeException.class)
        .hasMessageStartingWith("there is no jar of gme's jobs for Spark at ");
  }
}
