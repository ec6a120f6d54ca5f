package dev.gme.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Benchmarks know all but the command line, and return what they find. */
class ArchitectureTest {
  private static final JavaClasses BENCHMARKS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.gme.benchmarks");

  @Test
  void somethingIsLookedAt() {
    assertThat(BENCHMARKS.contain("dev.gme.benchmarks.suite.Benchmark")).isTrue();
    assertThat(BENCHMARKS.contain("dev.gme.benchmarks.study.Study")).isTrue();
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.gme.benchmarks.(*)..").should().beFreeOfCycles().check(BENCHMARKS);
  }

  @Test
  void suitesAndStudiesDoNotKnowEachOther() {
    slices()
        .matching("dev.gme.benchmarks.(suite|study)")
        .should()
        .notDependOnEachOther()
        .check(BENCHMARKS);
  }

  @Test
  void doesNotKnowTheCommandLine() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.gme.cli..", "picocli..")
        .check(BENCHMARKS);
  }

  @Test
  void returnsResultsAndPrintsNothing() {
    noClasses().should(ACCESS_STANDARD_STREAMS).check(BENCHMARKS);
  }
}
