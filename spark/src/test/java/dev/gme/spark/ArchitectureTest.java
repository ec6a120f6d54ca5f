package dev.gme.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import dev.gme.testkit.ModuleArchitecture;
import org.junit.jupiter.api.Test;

/** Spark knows lab and below; and of Spark itself core and sql, nothing that a cluster may lack. */
class ArchitectureTest extends ModuleArchitecture {
  ArchitectureTest() {
    super("dev.gme.spark", "Cluster", "ml.Plda");
  }

  @Test
  void dependsOnLabAndBelowAndSpark() {
    checkDependsOnNothingBut(
        "java..",
        "scala..",
        "com.fasterxml.jackson..",
        "org.apache.commons.compress..",
        "org.apache.spark..",
        "org.apache.hadoop..",
        "org.apache.logging.log4j..",
        "dev.gme.spark..",
        "dev.gme.lab..",
        "dev.gme.frontend..",
        "dev.gme.formats..",
        "dev.gme.core..");
  }

  @Test
  void worksWithoutSparkMl() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.gme.spark.ml..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.spark.ml..", "org.apache.spark.mllib..", "dev.gme.spark.ml..")
        .check(module);
  }

  /** The driver's main class talks to whoever started it; nothing else does. */
  @Test
  @Override
  public void saysNothingItself() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(Main.class.getName())
        .should(ACCESS_STANDARD_STREAMS)
        .check(module);
  }
}
