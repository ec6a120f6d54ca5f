package dev.gme.formats.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gme.core.GmeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetFileTest {
  @TempDir Path folder;

  private static void write(Path file, String text) throws IOException {
    try (TargetFile target = TargetFile.create(file)) {
      target.stream().write(text.getBytes(StandardCharsets.UTF_8));
      target.commit();
    }
  }

  @Test
  void appearsWhenItIsComplete() throws IOException {
    Path file = folder.resolve("x");
    try (TargetFile target = TargetFile.create(file)) {
      target.stream().write(1);
      assertThat(file).doesNotExist();
    }
    assertThat(folder).isEmptyDirectory();
    write(file, "new");
    assertThat(file).hasContent("new");
  }

  @Test
  void gzipByName() throws IOException {
    Path file = folder.resolve("x.gz");
    write(file, "text");
    assertThat(Files.readAllBytes(file)).startsWith(0x1f, 0x8b);
    try (InputFile in = InputFile.open(file)) {
      assertThat(new String(in.stream().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("text");
      assertThat(in.size()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void aLinkStaysALink() throws IOException {
    Path real = Files.writeString(folder.resolve("real"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);
    write(link, "new");
    assertThat(link).isSymbolicLink();
    assertThat(real).hasContent("new");
  }

  @Test
  void aFullDiskIsNamed() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));
    assertThatThrownBy(() -> write(full, "text"))
        .isInstanceOf(FileSystemException.class)
        .hasMessage("/dev/full: cannot be written: No space left on device");
  }

  @Test
  void foldersAreRefused() {
    assertThatThrownBy(() -> TargetFile.create(folder))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("found a folder");
    assertThatThrownBy(() -> TargetFile.create(folder.resolve("none/x")))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("there is no folder");
    assertThatThrownBy(() -> InputFile.open(folder)).hasMessageContaining("found a folder");
  }
}
