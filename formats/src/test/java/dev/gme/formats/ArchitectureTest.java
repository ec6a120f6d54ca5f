package dev.gme.formats;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.gme.formats.io.OpenedFiles;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/**
 * Formats knows core and the libraries of its formats; core's own test says it knows no formats.
 */
class ArchitectureTest {
  private static final JavaClasses FORMATS =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.gme.formats");

  @Test
  void somethingIsLookedAt() {
    assertThat(FORMATS.contain("dev.gme.formats.vectors.VectorFiles")).isTrue();
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.gme.formats.(*)..").should().beFreeOfCycles().check(FORMATS);
  }

  @Test
  void dependsOnCoreAndTheLibrariesOfItsFormats() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..",
                    "dev.gme.formats..",
                    "dev.gme.core..",
                    "com.fasterxml.jackson..",
                    "io.jhdf..")
                .or(
                    DescribedPredicate.describe(
                        "primitives and arrays of them",
                        c -> c.getBaseComponentType().isPrimitive())))
        .check(FORMATS);
  }

  @Test
  void saysNothingItself() {
    noClasses().should(ACCESS_STANDARD_STREAMS).check(FORMATS);
  }

  /** So that {@link OpenedFiles} sees all of them, but those that libraries open by their names. */
  @Test
  void onlyOnePackageOpensFilesToRead() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.gme.formats.io..")
        .should()
        .callMethodWhere(
            target(owner(assignableTo(Files.class)))
                .and(
                    target(
                        nameMatching(
                            "newInputStream|newByteChannel|newBufferedReader|read.*|lines")))
                .or(target(owner(assignableTo(FileChannel.class))).and(target(name("open")))))
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.FileInputStream")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.io.RandomAccessFile")
        .check(FORMATS);
  }

  /** So that another library could take its place. */
  @Test
  void onlyOnePackageKnowsJhdf() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.gme.formats.hdf5..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.jhdf..")
        .check(FORMATS);
  }
}
