package dev.gme.testkit;

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
import org.junit.jupiter.api.TestInstance;

/**
 * The rules that all modules of the library keep; a module's own test adds to them.
 *
 * <pre>{@code
 * class ArchitectureTest extends ModuleArchitecture {
 *   ArchitectureTest() {
 *     super("dev.gme.lab", "evaluate.ResultTable");
 *   }
 * }
 * }</pre>
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ModuleArchitecture {
  /** The classes of the module, without its tests. */
  protected final JavaClasses module;

  private final String root;
  private final String[] some;

  /**
   * Reads the classes of a module.
   *
   * @param root the package that has all of them in it
   * @param some names from there of a few that must be among them: rules about nothing hold
   */
  protected ModuleArchitecture(String root, String... some) {
    this.root = root;
    this.some = some;
    module =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(root);
  }

  /** Fails where a class uses packages that are not named here. */
  protected final void checkDependsOnNothingBut(String... packages) {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(packages)
                .or(
                    DescribedPredicate.describe(
                        "primitives and arrays of them",
                        c -> c.getBaseComponentType().isPrimitive())))
        .check(module);
  }

  @Test
  void somethingIsLookedAt() {
    for (String name : some) {
      assertThat(module.contain(root + "." + name)).as(name).isTrue();
    }
    assertThat(module.contain(getClass())).isFalse();
  }

  @Test
  void packagesHaveNoCycles() {
    // A module may be a single package.
    slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(module);
  }

  @Test
  public void saysNothingItself() {
    noClasses().should(ACCESS_STANDARD_STREAMS).check(module);
  }
}
