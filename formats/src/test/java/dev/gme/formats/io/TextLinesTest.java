package dev.gme.formats.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.formats.FolderTest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextLinesTest extends FolderTest {
  /** Ends of lines of Unix and Windows, a mark of UTF-8 before, blank lines after. */
  @ParameterizedTest
  @ValueSource(
      strings = {"é a\nb\n", "é a\r\nb\r\n", "é a\nb", "\ufeffé a\nb\n", "é a\nb\n\n \r\n\n"})
  void theSameLines(String text) throws IOException {
    assertThat(TextLines.read(list(text))).isEqualTo(List.of("é a", "b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\ufeff", "\n", " \n\n"})
  void nothing(String text) throws IOException {
    assertThat(TextLines.read(list(text))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "ab", "abc", "abcd", "a\n", "ab\n"})
  void shortFiles(String text) throws IOException {
    assertThat(TextLines.read(list(text))).isEqualTo(List.of(text.strip()));
  }

  @Test
  void blankLinesInBetween() throws IOException {
    Path gap = list("a\n\n\nb\n");
    assertThatThrownBy(() -> TextLines.read(gap))
        .isInstanceOf(GmeException.class)
        .hasMessage(gap + ", line 2: expected words, found a blank line");
  }

  /** More than one chunk, the last of which ends within a line. */
  @Test
  void manyLines() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 700_000; i++) {
      text.append("line ").append(i).append('\n');
    }
    Path gz = folder.resolve("text.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gz))) {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
    List<String> read = TextLines.read(gz);
    assertThat(read).hasSize(700_000).endsWith("line 699999");
    byte[] whole = Files.readAllBytes(gz);
    Files.write(gz, Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> TextLines.read(gz))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("found damaged compressed data");
  }
}
