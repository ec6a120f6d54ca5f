package dev.gme.frontend;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import dev.gme.testkit.ModuleArchitecture;
import org.junit.jupiter.api.Test;

/** What belongs where in the front end. */
class ArchitectureTest extends ModuleArchitecture {
  ArchitectureTest() {
    super("dev.gme.frontend", "ivector.IvectorExtractor");
  }

  @Test
  void dependsOnNothingButTheJdkAndGme() {
    checkDependsOnNothingBut("java..", "dev.gme.frontend..", "dev.gme.core..", "dev.gme.formats..");
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
        .check(module);
    noClasses()
        .that(resideInAnyPackage("dev.gme.frontend.gmm..", "dev.gme.frontend.ivector.."))
        .should()
        .dependOnClassesThat(resideInAPackage("dev.gme.frontend.audio.."))
        .check(module);
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
        .check(module);
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
        .check(module);
    noClasses()
        .that(not(nameMatching(".*\\.ivector\\.Posterior(PldaEm|Embedding)(\\$.*)?")))
        .should()
        .dependOnClassesThat(resideInAnyPackage("dev.gme.core.model..", "dev.gme.core.embedding.."))
        .check(module);
  }
}
