package dev.gme.formats.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jazzer on all readers, in a process of its own with little memory: a bounded number of inputs
 * from seed 1, mutated towards code that was not reached yet. Jazzer's JUnit annotation would only
 * replay inputs here, unless the whole JVM is given to one fuzz test.
 */
class JazzerTest {
  /** A minute or two; what the quick mutations of other tests reach, they reach in seconds. */
  private static final int RUNS = 8000;

  @TempDir Path folder;

  @Tag("slow")
  @Test
  void readersFindNothingButSentences() throws IOException, InterruptedException {
    assertThat(fuzz(RUNS)).contains("Done " + RUNS + " runs");
  }

  /** What the fuzzer starts from reaches every reader and is good. */
  @Test
  void seedsAreReadWithoutComplaint() throws IOException {
    Path seeds = Files.createDirectory(folder.resolve("seeds"));
    ReaderFuzzer.writeSeeds(seeds);
    try (var files = Files.list(seeds)) {
      for (Path seed : files.toList()) {
        ReaderFuzzer.fuzzerTestOneInput(Files.readAllBytes(seed));
      }
    }
  }

  private String fuzz(int runs) throws IOException, InterruptedException {
    Path seeds = Files.createDirectory(folder.resolve("seeds"));
    ReaderFuzzer.writeSeeds(seeds);
    Path log = folder.resolve("log");
    Process jazzer =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx512m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "com.code_intelligence.jazzer.Jazzer",
                    "--target_class=" + ReaderFuzzer.class.getName(),
                    "--instrumentation_includes=dev.gme.formats.**",
                    "--custom_hook_excludes=**",
                    "-runs=" + runs,
                    "-seed=1",
                    "-max_len=4096",
                    seeds.toString()))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = jazzer.waitFor(10, TimeUnit.MINUTES);
    jazzer.destroyForcibly();
    String said = Files.readString(log, StandardCharsets.ISO_8859_1);
    String end = said.substring(Math.max(0, said.length() - 4000));
    assertThat(ended && jazzer.exitValue() == 0).as(end).isTrue();
    return end;
  }
}
