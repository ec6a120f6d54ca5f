package dev.gme.formats.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gme.core.GmeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFileTest {
  @TempDir Path folder;

  private final byte[] content = new byte[100_000];

  @BeforeEach
  void fill() {
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 31 + i / 256);
    }
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void isGoneThroughOnceForEachWhoAsks() throws IOException {
    for (boolean pack : new boolean[] {false, true}) {
      byte[] stored = pack ? packed(content) : content;
      Path path = Files.write(folder.resolve("x" + pack), stored);
      try (OpenedFiles opened = OpenedFiles.watch();
          InputFile in = InputFile.open(path)) {
        assertThat(in.isPacked()).isEqualTo(pack);
        assertThat(in.size()).isEqualTo(pack ? Long.MAX_VALUE : content.length);
        assertThat(in.storedSize()).isEqualTo(stored.length);
        assertThat(in.start()).isEqualTo(Arrays.copyOf(content, InputFile.START));
        assertThat(in.stream().readAllBytes()).isEqualTo(content);
        assertThat(in.stream().readAllBytes()).isEqualTo(content);
        assertThat(in.stored().readAllBytes()).isEqualTo(stored);
        assertThat(in.digest()).isEqualTo(Sha256.of(stored));
        assertThat(in.hasPlaces()).isNotEqualTo(pack);
        assertThat(opened.count(path)).isEqualTo(1);
      }
    }
  }

  @Test
  void aPipeIsLookedAtAndThenRead() throws Exception {
    Path pipe = folder.resolve("pipe");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assumeTrue(made.waitFor() == 0, "no pipes here");
    for (byte[] stored : new byte[][] {content, packed(content)}) {
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> {
                try (OutputStream out = Files.newOutputStream(pipe)) {
                  out.write(stored);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      try (InputFile in = InputFile.open(pipe)) {
        assertThat(in.size()).isEqualTo(Long.MAX_VALUE);
        assertThat(in.storedSize()).isZero();
        assertThat(in.hasPlaces()).isFalse();
        assertThat(in.start()).isEqualTo(Arrays.copyOf(content, InputFile.START));
        assertThat(in.stream().readAllBytes()).isEqualTo(content);
      }
      writer.join();
    }
  }

  @Test
  void aFileIsClosedIfWhoeverReadsItFails() throws IOException {
    Path path = Files.write(folder.resolve("x"), content);
    InputFile[] seen = new InputFile[1];
    assertThatThrownBy(
            () ->
                InputFile.open(
                    path,
                    in -> {
                      seen[0] = in;
                      throw new IOException("no");
                    }))
        .hasMessage("no");
    assertThatThrownBy(() -> seen[0].stored().read()).isInstanceOf(IOException.class);
    InputStream in = InputFile.stream(path);
    in.close();
    assertThatThrownBy(() -> in.read(new byte[1 << 17]))
        .as("to close the stream is to close the file")
        .isInstanceOf(IOException.class);
  }

  @Test
  void damagedDataAndFoldersAreRefused() throws IOException {
    byte[] cut = Arrays.copyOf(packed(content), 300);
    Path path = Files.write(folder.resolve("cut.gz"), cut);
    assertThatThrownBy(() -> InputFile.stream(path).readAllBytes())
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("damaged compressed data");
    assertThatThrownBy(() -> InputFile.open(folder))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("found a folder");
  }
}
