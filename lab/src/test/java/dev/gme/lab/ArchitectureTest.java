package dev.gme.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.gme.testkit.ModuleArchitecture;
import org.junit.jupiter.api.Test;

/** Lab works without a terminal: it prints nothing, and knows neither options nor commands. */
class ArchitectureTest extends ModuleArchitecture {
  ArchitectureTest() {
    super("dev.gme.lab", "evaluate.ResultTable");
  }

  @Test
  void knowsNoCommandLine() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.gme.cli..", "dev.gme.benchmarks..", "picocli..")
        .check(module);
  }
}
