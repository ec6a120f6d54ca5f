package dev.gme.neural;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.gme.testkit.ModuleArchitecture;
import org.junit.jupiter.api.Test;

/** Neural knows lab and below; the runtime is known to a few classes. */
class ArchitectureTest extends ModuleArchitecture {
  ArchitectureTest() {
    super("dev.gme.neural", "network.NetworkSession");
  }

  @Test
  void dependsOnLabAndBelowAndTheRuntime() {
    checkDependsOnNothingBut(
        "java..",
        "ai.onnxruntime..",
        "com.fasterxml.jackson..",
        "dev.gme.neural..",
        "dev.gme.lab..",
        "dev.gme.frontend..",
        "dev.gme.formats..",
        "dev.gme.core..");
  }

  /** So that another runtime could take its place, and all native memory is given back there. */
  @Test
  void onlyOnePackageKnowsTheRuntime() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.gme.neural.network..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("ai.onnxruntime..")
        .check(module);
  }
}
