package dev.gme.report;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Report knows core and the JDK; it writes no files, and says nothing itself. */
class ArchitectureTest {
  private static final JavaClasses REPORT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.gme.report");

  @Test
  void somethingIsLookedAt() {
    assertThat(REPORT.contain("dev.gme.report.Report")).isTrue();
    assertThat(REPORT.contain("dev.gme.report.chart.Chart")).isTrue();
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.gme.report.(*)..").should().beFreeOfCycles().check(REPORT);
  }

  @Test
  void chartsDoNotKnowWhatTheyShow() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.gme.report.chart", "dev.gme.report.text")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.gme.report", "dev.gme.core.metric..")
        .check(REPORT);
  }

  @Test
  void dependsOnCoreAndTheJdk() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("java..", "javax.imageio..", "dev.gme.report..", "dev.gme.core..")
                .or(
                    DescribedPredicate.describe(
                        "primitives and arrays of them",
                        c -> c.getBaseComponentType().isPrimitive())))
        .check(REPORT);
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
        .check(REPORT);
  }

  @Test
  void saysNothingItself() {
    noClasses().should(ACCESS_STANDARD_STREAMS).check(REPORT);
  }
}
