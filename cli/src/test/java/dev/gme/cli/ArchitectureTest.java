package dev.gme.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.gme.core.Internal;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Options in, library calls, text out; and what is internal to a module stays in it. */
class ArchitectureTest {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.gme");

  /** The packages that compute: frames, vectors, models, scores and figures come from them. */
  private static final DescribedPredicate<JavaClass> COMPUTING =
      resideInAnyPackage(
          "dev.gme.core.linalg..",
          "dev.gme.core.embedding..",
          "dev.gme.core.partition..",
          "dev.gme.core.cluster..",
          "dev.gme.core.train..",
          "dev.gme.core.score..",
          "dev.gme.core.simulate..",
          "dev.gme.core.metric..",
          "dev.gme.core.calibrate..",
          "dev.gme.frontend.feature..",
          "dev.gme.frontend.gmm..",
          "dev.gme.frontend.ivector..");

  /** Values that an option sets or a message prints. */
  private static final Set<String> VALUES =
      Set.of(
          "OperatingPoint",
          "CostPreset",
          "Calibration",
          "CalibratedModel",
          "DataReport",
          "Backend",
          "ChineseRestaurant",
          "CorpusPlan",
          "Pruning",
          "RecordingCounts",
          "ScoreNormalization",
          "ScoreReport",
          "Shrinkage",
          "Stopping");

  @Test
  void somethingIsLookedAt() {
    for (String name :
        Set.of("core", "formats", "frontend", "report", "lab", "neural", "benchmarks", "cli")) {
      assertThat(ALL.stream().anyMatch(c -> module(c).equals(name))).as(name).isTrue();
    }
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.gme.cli.(*)..").should().beFreeOfCycles().check(ALL);
  }

  /** Commands are listed at the top, and know nothing of it. */
  @Test
  void commandsDoNotKnowTheListOfCommands() {
    noClasses()
        .that()
        .resideInAPackage("dev.gme.cli.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.gme.cli")
        .check(ALL);
  }

  @Test
  void nothingIsComputed() {
    noClasses()
        .that()
        .resideInAPackage("dev.gme.cli..")
        .should()
        .dependOnClassesThat(
            COMPUTING.and(describe("that are neither options nor values", c -> !isValue(c))))
        .check(ALL);
  }

  private static boolean isValue(JavaClass c) {
    return c.isEnum()
        || c.getBaseComponentType().getSimpleName().endsWith("Options")
        || topLevel(c).getSimpleName().endsWith("Options")
        || VALUES.contains(topLevel(c).getSimpleName());
  }

  private static JavaClass topLevel(JavaClass c) {
    JavaClass out = c.getBaseComponentType();
    while (out.getEnclosingClass().isPresent()) {
      out = out.getEnclosingClass().get();
    }
    return out;
  }

  @Test
  void whatIsInternalStaysInItsModule() {
    classes().should(useNothingInternalToAnotherModule()).check(ALL);
  }

  private static ArchCondition<JavaClass> useNothingInternalToAnotherModule() {
    return new ArchCondition<>("use nothing that is internal to another module") {
      @Override
      public void check(JavaClass c, ConditionEvents events) {
        for (Dependency d : c.getDirectDependenciesFromSelf()) {
          JavaClass used = d.getTargetClass().getBaseComponentType();
          if (isInternal(used) && !module(used).equals(module(c))) {
            events.add(SimpleConditionEvent.violated(d, d.getDescription()));
          }
        }
      }
    };
  }

  private static boolean isInternal(JavaClass c) {
    return topLevel(c).isAnnotatedWith(Internal.class)
        || topLevel(c).getPackage().isAnnotatedWith(Internal.class);
  }

  /** The module of a class: what follows {@code dev.gme} in its package. */
  private static String module(JavaClass c) {
    String[] parts = c.getPackageName().split("\\.", -1);
    return c.getPackageName().startsWith("dev.gme.") ? parts[2] : "";
  }
}
