package dev.gme.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.gme.testkit.ModuleArchitecture;
import org.junit.jupiter.api.Test;

/** Report knows core and the JDK; it writes no files, and says nothing itself. */
class ArchitectureTest extends ModuleArchitecture {
  ArchitectureTest() {
    super("dev.gme.report", "Report", "drawing.Chart");
  }

  @Test
  void chartsDoNotKnowWhatTheyShow() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.gme.report.drawing", "dev.gme.report.text")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.gme.report", "dev.gme.core.metric..")
        .check(module);
  }

  @Test
  void dependsOnCoreAndTheJdk() {
    checkDependsOnNothingBut("java..", "javax.imageio..", "dev.gme.report..", "dev.gme.core..");
  }

  @Test
  void writesNoFiles() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.nio.file..", "java.net..")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(java.io.File.class, java.io.FileOutputStream.class)
        .check(module);
  }
}
