package dev.gme.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.testkit.Snippets;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LibrarySnippetsTest {
  @Test
  void areThoseOfTheDocument() throws IOException {
    Path source = Path.of("src", "test", "java", "dev", "gme", "core", "LibrarySnippets.java");
    assertThat(Snippets.ofDocument(Path.of("..", "docs", "library.md")))
        .isNotEmpty()
        .isEqualTo(Snippets.ofSource(source));
  }
}
