package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What docs/library.md promises is what is public and not internal, no more and no less. */
class LibraryDocTest {
  private static final List<String> LIBRARY =
      List.of("core", "formats", "frontend", "report", "lab", "neural");

  /** Where this fails, the rows that it expected can be copied into the page. */
  @Test
  void listsEveryPublicTypeAndNoOther() throws IOException {
    List<String> expected = new ArrayList<>();
    for (String module : LIBRARY) {
      SourceTree.packages(module).forEach((name, types) -> expected.add(row(name, types)));
    }
    expected.removeIf(String::isEmpty);
    assertThat(SourceTree.groups(SourceTree.document("docs/library.md"), "(?m)^(\\| `dev\\..*)$"))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static String row(String name, List<String> types) {
    return types.isEmpty()
        ? ""
        : types.stream().collect(Collectors.joining("`, `", "| `" + name + "` | `", "` |"));
  }

  /** What may be used by several threads is said of types that there are. */
  @Test
  void saysOfPublicTypesWhoMayShareThem() throws IOException {
    List<String> types = new ArrayList<>();
    for (String module : LIBRARY) {
      SourceTree.packages(module).values().forEach(types::addAll);
    }
    String page = SourceTree.document("docs/library.md");
    String part = page.substring(page.indexOf("## Threads"), page.indexOf("## Main types"));
    List<String> named = SourceTree.groups(part, "`(…?[A-Z]\\w+)`");
    assertThat(named).contains("Verifier", "PairScorer", "Workers");
    assertThat(named)
        .allSatisfy(
            name -> assertThat(types).anyMatch(type -> type.endsWith(name.replace("…", ""))));
  }

  @Test
  void namesTheArtefactOfEveryModule() throws IOException {
    String page = SourceTree.document("docs/library.md");
    for (String module : LIBRARY) {
      String artefact =
          SourceTree.groups(
                  SourceTree.document(module + "/pom.xml"), "<artifactId>(gme-(?!parent)\\w+)<")
              .get(0);
      assertThat(page).contains("| `" + artefact + "` |");
    }
  }
}
