package dev.gme.formats.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class LargeFilesTest {
  @TempDir Path folder;

  /** 64 MB of floats through a heap of 40 MB, in which text is read in blocks of 4 MB. */
  @Test
  void streamThroughALittleMemory() throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx40m",
                "-cp",
                System.getProperty("java.class.path"),
                LargeFiles.class.getName(),
                folder.toString(),
                "16000",
                "1000")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(java.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(java.exitValue()).as(Files.readString(log)).isZero();
    assertThat(Files.size(folder.resolve("first.npy"))).isGreaterThan(64_000_000);
    assertThat(folder.resolve("last.npy")).hasSameBinaryContentAs(folder.resolve("first.npy"));
    assertThat(folder.resolve("last.ids")).hasSameBinaryContentAs(folder.resolve("first.ids"));
  }
}
