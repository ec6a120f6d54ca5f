package dev.gme.lab.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.model.StepSpec;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NamedSystemsTest {
  private static String system(String name, String... preprocessing) {
    List<StepSpec> before = Stream.of(preprocessing).map(StepSpec::parse).toList();
    return new NamedSystems(StepDefaults.DEFAULT, before, PldaRecipe.baseline())
        .get(name)
        .toString();
  }

  @Test
  void preprocessingKeepsTheStepsOfASystem() {
    assertThat(system("gplda-ln"))
        .isEqualTo("gplda-ln: [centre, whiten-total, length, centre, plda, quadratic]");
    assertThat(system("gplda-ln", "lda 5"))
        .isEqualTo("gplda-ln: [lda 5, centre, whiten-total, length, centre, plda, quadratic]");
  }

  @Test
  void rawCosinesAreOfVectorsAsTheyAre() {
    assertThat(system("cosine-raw", "centre", "lda 5")).isEqualTo("cosine-raw: [cosine]");
    assertThat(system("isotropic")).isEqualTo("isotropic: [length, centre, isotropic]");
    assertThat(system("isotropic", "pca 5"))
        .isEqualTo("isotropic: [pca 5, length, centre, isotropic]");
  }

  @Test
  void whatIsCentredIsNotCentredAgain() {
    assertThat(system("gplda-ln", "centre", "lda 5"))
        .isEqualTo("gplda-ln: [centre, lda 5, whiten-total, length, centre, plda, quadratic]");
    assertThat(system("cosine", "centre", "lda 5")).isEqualTo("cosine: [centre, lda 5, cosine]");
    // Scaled to one length, vectors are no longer centred.
    assertThat(system("cosine", "centre", "length"))
        .isEqualTo("cosine: [centre, length, centre, cosine]");
  }
}
