package dev.gme.frontend;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
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

/** What belongs where in the front end. */
class ArchitectureTest {
  private static final JavaClasses FRONTEND =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.gme.frontend");

  @Test
  void somethingIsLookedAt() {
    assertThat(FRONTEND.contain("dev.gme.frontend.ivector.IvectorExtractor")).isTrue();
    assertThat(FRONTEND.contain(ArchitectureTest.class)).isFalse();
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.gme.frontend.(*)..").should().beFreeOfCycles().check(FRONTEND);
  }

  @Test
  void dependsOnNothingButTheJdkAndGme() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..", "dev.gme.frontend..", "dev.gme.core..", "dev.gme.formats..")
                .or(
                    DescribedPredicate.describe(
                        "primitives and arrays of them",
                        c -> c.getBaseComponentType().isPrimitive())))
        .check(FRONTEND);
  }

  /** Mixtures and i-vectors know frames and statistics, not where these come from. */
  @Test
  void onlyAudioReadsFiles() {
    noClasses()
        .that(
            resideInAnyPackage(
                "dev.gme.frontend.feature..",
                "dev.gme.frontend.gmm..",
                "dev.gme.frontend.ivector.."))
        .should()
        .dependOnClassesThat(resideInAnyPackage("java.nio.file..", "java.nio.channels.."))
        .check(FRONTEND);
    noClasses()
        .that(resideInAnyPackage("dev.gme.frontend.gmm..", "dev.gme.frontend.ivector.."))
        .should()
        .dependOnClassesThat(resideInAPackage("dev.gme.frontend.audio.."))
        .check(FRONTEND);
  }

  /** Layouts of files are known to the packages that read them. */
  @Test
  void modelsKnowNoFormats() {
    noClasses()
        .that(
            resideInAnyPackage(
                "dev.gme.frontend.audio..",
                "dev.gme.frontend.feature..",
                "dev.gme.frontend.gmm..",
                "dev.gme.frontend.ivector.."))
        .should()
        .dependOnClassesThat(resideInAPackage("dev.gme.formats..kaldi.."))
        .check(FRONTEND);
  }

  /**
   * Back ends, trials, scores and figures are for others. What works on posteriors of i-vectors
   * instead of vectors knows the model of PLDA and meta-embeddings, and nothing more.
   */
  @Test
  void theFrontEndEndsAtVectors() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                "dev.gme.core.train..",
                "dev.gme.core.score..",
                "dev.gme.core.metric..",
                "dev.gme.core.calibrate..",
                "dev.gme.core.partition..",
                "dev.gme.formats.table..",
                "dev.gme.formats.model.."))
        .check(FRONTEND);
    noClasses()
        .that(not(nameMatching(".*\\.ivector\\.Posterior(PldaEm|Embedding)(\\$.*)?")))
        .should()
        .dependOnClassesThat(resideInAnyPackage("dev.gme.core.model..", "dev.gme.core.embedding.."))
        .check(FRONTEND);
  }

  @Test
  void writesToNoStandardStream() {
    noClasses().should(ACCESS_STANDARD_STREAMS).check(FRONTEND);
  }
}
