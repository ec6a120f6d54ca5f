package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The modules and packages that CONTRIBUTING.md and docs/architecture.md show are those there are.
 */
class ModulesDocTest {
  @Test
  void arrowsAreTheDependenciesOfThePoms() throws IOException {
    List<String> expected = new ArrayList<>();
    for (String module : SourceTree.modules()) {
      List<String> needs = SourceTree.dependencies(module).stream().sorted().toList();
      expected.add(module + " " + (needs.isEmpty() ? List.of("nothing") : needs));
    }
    List<String> drawn =
        SourceTree.groups(SourceTree.document("CONTRIBUTING.md"), "(?m)^    (\\w+ ─+► .*)$")
            .stream()
            .map(l -> l.split(" ─+► "))
            .map(l -> l[0] + " " + List.of(l[1].split(", ")).stream().sorted().toList())
            .toList();
    assertThat(drawn).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** From 3.6 on, failsafe does not hear of -DskipTests by itself, and then starts processes. */
  @Test
  void testsOfProcessesAreSkippedWithTheOthers() throws IOException {
    String pom = SourceTree.document("pom.xml");
    String failsafe = pom.substring(pom.indexOf("maven-failsafe-plugin"));
    assertThat(failsafe.substring(0, failsafe.indexOf("</plugin>")))
        .contains("<skipTests>${skipTests}</skipTests>");
    assertThat(pom).contains("<skipTests>false</skipTests>");
    for (String module : SourceTree.modules()) {
      String own = SourceTree.document(module + "/pom.xml");
      assertThat(own).as(module).doesNotContain("<skipTests>false").doesNotContain("<skipITs>");
    }
  }

  @Test
  void everyPackageHasItsRow() throws IOException {
    List<String> expected = new ArrayList<>();
    for (String module : SourceTree.modules()) {
      expected.addAll(SourceTree.packages(module).keySet());
    }
    String page = SourceTree.document("docs/architecture.md");
    String table = page.substring(page.indexOf("## Packages"), page.indexOf("## The way of"));
    assertThat(SourceTree.groups(table, "`(dev\\.gme\\.[\\w.]+)`"))
        .containsExactlyInAnyOrderElementsOf(expected);
  }
}
