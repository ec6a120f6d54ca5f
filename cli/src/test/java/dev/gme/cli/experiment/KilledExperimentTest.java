package dev.gme.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.cli.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Experiments as processes of their own, one of which is killed on the way. */
class KilledExperimentTest {
  private static final long TIMEOUT_SECONDS = 300;

  @TempDir Path folder;

  private Process start(Path file, Path out) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("experiment", file.toString(), "--out", out.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(out.getFileName() + ".log").toFile())
        .start();
  }

  private void finish(Process process) throws Exception {
    assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private static long kept(Path out, String ending) throws Exception {
    Path cache = out.resolve("cache");
    if (!Files.isDirectory(cache)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(f -> f.toString().endsWith(ending)).count();
    }
  }

  @Test
  void aKilledExperimentResumesToTheSameResult() throws Exception {
    Path file = SmallExperiment.write(folder, "systems: [gplda, vb, gme-bxe]\n");
    // Iterations enough for the process to be killed in the middle of them.
    Files.writeString(
        file,
        Files.readString(file).replace("dimension: 4", "dimension: 4\n  vb-iterations: 1500"));
    Path whole = folder.resolve("whole");
    Path broken = folder.resolve("broken");
    Process killed = start(file, broken);
    try {
      // One model is there, and the next one is on its way.
      while ((kept(broken, ".checkpoint") == 0 || kept(broken, ".gme") == 0) && killed.isAlive()) {
        Thread.sleep(5);
      }
    } finally {
      killed.destroyForcibly().waitFor();
    }
    assertThat(broken.resolve("results.json")).doesNotExist();
    long before = kept(broken, ".gme");
    assertThat(before).isPositive();

    finish(start(file, broken));
    finish(start(file, whole));
    assertThat(broken.resolve("results.json"))
        .hasSameTextualContentAs(whole.resolve("results.json"));
    assertThat(kept(broken, ".gme")).isEqualTo(kept(whole, ".gme"));
    assertThat(kept(broken, ".checkpoint")).isZero();
    assertThat(broken.resolve("scores/singles/vb.txt"))
        .hasSameTextualContentAs(whole.resolve("scores/singles/vb.txt"));
  }
}
