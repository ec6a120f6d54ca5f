package dev.gme.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Lab works without a terminal: it prints nothing, and knows neither options nor commands. */
class ArchitectureTest {
  private static final JavaClasses LAB =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.gme.lab");

  @Test
  void somethingIsLookedAt() {
    assertThat(LAB.contain("dev.gme.lab.evaluate.ResultTable")).isTrue();
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.gme.lab.(*)..").should().beFreeOfCycles().check(LAB);
  }

  @Test
  void printsNothing() {
    noClasses().should(ACCESS_STANDARD_STREAMS).check(LAB);
  }

  @Test
  void knowsNoCommandLine() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.gme.cli..", "dev.gme.benchmarks..", "picocli..")
        .check(LAB);
  }
}
