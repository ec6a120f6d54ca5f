package dev.gme.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import dev.gme.testkit.ModuleArchitecture;
import org.junit.jupiter.api.Test;

/** Benchmarks know all but the command line, and return what they find. */
class ArchitectureTest extends ModuleArchitecture {
  ArchitectureTest() {
    super("dev.gme.benchmarks", "suite.Benchmark", "study.Study");
  }

  @Test
  void suitesAndStudiesDoNotKnowEachOther() {
    slices()
        .matching("dev.gme.benchmarks.(suite|study)")
        .should()
        .notDependOnEachOther()
        .check(module);
  }

  @Test
  void doesNotKnowTheCommandLine() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.gme.cli..", "picocli..")
        .check(module);
  }
}
