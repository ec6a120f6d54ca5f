package dev.gme.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.gme.testkit.ModuleArchitecture;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules of CONTRIBUTING.md that a compiler does not know. */
class ArchitectureTest extends ModuleArchitecture {
  private static final String LINALG = "dev.gme.core.linalg..";

  ArchitectureTest() {
    super(
        "dev.gme.core",
        "linalg.Blas",
        "linalg.SimdGemm",
        "score.tile.SimdTileKernels",
        "model.HtPlda");
  }

  @Test
  void dependsOnNothingButTheJdkAndOpenBlas() {
    checkDependsOnNothingBut("java..", "dev.gme.core..", "org.bytedeco..", "jdk.incubator..");
  }

  @Test
  void onlyLinalgKnowsNativeCode() {
    noClasses()
        .that(resideOutsideOfPackage(LINALG))
        .should()
        .dependOnClassesThat(resideInAPackage("org.bytedeco.."))
        .check(module);
  }

  @Test
  void onlyLinalgScoringAndSearchKnowTheVectorApi() {
    noClasses()
        .that(
            resideOutsideOfPackages(
                LINALG,
                "dev.gme.core.score.sink..",
                "dev.gme.core.score.tile..",
                "dev.gme.core.identify.."))
        .should()
        .dependOnClassesThat(resideInAPackage("jdk.incubator.."))
        .check(module);
  }

  @Test
  void readsNoFiles() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.nio.file..", "java.nio.channels..", "java.net..", "java.util.zip..")
                .or(resideInAPackage("java.io..").and(DescribedPredicate.not(marker()))))
        .check(module);
  }

  /** Serializable comes with every lambda-like and exception type; it opens no file. */
  private static DescribedPredicate<JavaClass> marker() {
    return JavaClass.Predicates.type(java.io.Serializable.class);
  }

  @Test
  void speaksThroughSystemLoggerOnly() {
    noClasses().should().dependOnClassesThat(resideInAPackage("java.util.logging..")).check(module);
  }

  /** Values do not change: what an instance holds is final, and private in classes others see. */
  @Test
  void modelsEmbeddingsAndCalibrationsAreValues() {
    String[] values = {
      "dev.gme.core.embedding..", "dev.gme.core.partition..", "dev.gme.core.model.."
    };
    // Training a calibration sums in private classes, which are workspaces.
    DescribedPredicate<JavaClass> calibrations =
        resideInAPackage("dev.gme.core.calibrate..").and(seenFromOutside());
    fields()
        .that()
        .areDeclaredInClassesThat(resideInAnyPackage(values).or(calibrations))
        .should()
        .beFinal()
        .check(module);
    fields()
        .that()
        .areDeclaredInClassesThat(
            resideInAnyPackage(values).and(seenFromOutside()).or(calibrations))
        .and()
        .areNotStatic()
        .should()
        .bePrivate()
        .check(module);
  }

  private static DescribedPredicate<JavaClass> seenFromOutside() {
    return DescribedPredicate.describe(
        "that are not private", c -> !c.getModifiers().contains(JavaModifier.PRIVATE));
  }

  /**
   * The simulator promises the same bytes everywhere, so it must not meet BLAS or java.lang.Math.
   * Of matrices it knows how to wrap an array and how to get it back.
   */
  @Test
  void simulatorComputesStrictly() {
    noClasses()
        .that(resideInAPackage("dev.gme.core.simulate.."))
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "linear algebra that may differ between machines",
                call ->
                    resideInAPackage(LINALG).test(call.getTargetOwner())
                        && !Set.of("wrap", "array").contains(call.getName())))
        .check(module);
    noClasses()
        .that(resideInAPackage("dev.gme.core.simulate.."))
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "a function of Math that may differ between machines",
                call ->
                    call.getTargetOwner().isEquivalentTo(Math.class)
                        && !call.getName().endsWith("Exact")))
        .check(module);
  }
}
