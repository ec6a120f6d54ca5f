package dev.gme.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.testkit.Javadoc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documentation of what library users get. */
class JavadocTest {
  @TempDir Path folder;

  private static Path sources(String module) {
    return Path.of("..", module, "src", "main", "java");
  }

  @ParameterizedTest
  @ValueSource(strings = {"core", "formats", "report", "frontend"})
  void everyPublicTypeHasIt(String module) throws IOException {
    assertThat(Javadoc.undocumented(sources(module))).isEmpty();
  }

  @Test
  void aTypeWithoutIsFound() throws IOException {
    Files.writeString(
        folder.resolve("A.java"),
        "/** Has one. */ public class A { public static class B {} static class C {} }");
    assertThat(Javadoc.undocumented(folder)).singleElement().asString().endsWith("A.java: B");
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"core", "formats"})
  void isBuiltWithoutWarnings(String module) throws IOException {
    assertThat(Javadoc.build(sources(module), folder.resolve(module))).isEmpty();
    assertThat(folder.resolve(module).resolve("index.html")).exists();
  }

  @Tag("slow")
  @Test
  void aWrongReferenceIsFound() throws IOException {
    Files.writeString(folder.resolve("A.java"), "/** See {@link Nowhere}. */ public class A {}");
    assertThat(Javadoc.build(folder, folder.resolve("pages"))).contains("Nowhere");
  }
}
