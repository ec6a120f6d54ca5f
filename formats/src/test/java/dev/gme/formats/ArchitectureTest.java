package dev.gme.formats;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.gme.formats.io.OpenedFiles;
import dev.gme.testkit.ModuleArchitecture;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/**
 * Formats knows core and the libraries of its formats; core's own test says it knows no formats.
 */
class ArchitectureTest extends ModuleArchitecture {
  ArchitectureTest() {
    super("dev.gme.formats", "vectors.VectorFiles");
  }

  @Test
  void dependsOnCoreAndTheLibrariesOfItsFormats() {
    checkDependsOnNothingBut(
        "java..",
        "dev.gme.formats..",
        "dev.gme.core..",
        "com.fasterxml.jackson..",
        "org.yaml.snakeyaml..",
        "io.jhdf..");
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
        .check(module);
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
        .check(module);
  }
}
