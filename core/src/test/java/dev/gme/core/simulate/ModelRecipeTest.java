package dev.gme.core.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.SymmetricEigen;
import dev.gme.core.model.HtPlda;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelRecipeTest {
  private static final double GAUSS = Double.POSITIVE_INFINITY;

  @ParameterizedTest
  @CsvSource({"2, 1, 25, 2", "10, 3, 6, 0.1", "60, 20, 100, 0.01", "7, 6, 1, 1"})
  void extractorHasTheWantedSpectrum(int dim, int d, double first, double last) {
    HtPlda model = ModelRecipe.of(dim, d, 2).withSpectrum(first, last).draw(3);
    double[] lambda = model.extractor().lambda();
    assertThat(lambda).hasSize(d);
    for (int k = 0; k < d; k++) {
      double expected = d == 1 ? first : first * Math.pow(last / first, k / (d - 1.0));
      assertThat(lambda[k]).isCloseTo(expected, offset(1e-11 * first));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 10, 300})
  void noiseHasTheWantedCondition(double condition) {
    HtPlda model = new ModelRecipe(12, 4, 3, 6, 0.1, condition).draw(4);
    double[] precisions = SymmetricEigen.of(model.w()).values();
    assertThat(precisions[0]).isCloseTo(condition * condition, offset(1e-9 * precisions[0]));
    assertThat(precisions[11]).isCloseTo(1, offset(1e-9));
    assertThat(model.nu()).isEqualTo(3);
  }

  @Test
  void anotherSeedGivesAnotherModel() {
    ModelRecipe recipe = ModelRecipe.of(5, 2, 2);
    assertThat(recipe.draw(1).w()).isEqualTo(recipe.draw(1).w()).isNotEqualTo(recipe.draw(2).w());
    assertThat(recipe.draw(1).mean()).isNotEqualTo(recipe.draw(2).mean());
    assertThat(recipe.draw(1).f()).isNotEqualTo(recipe.draw(2).f());
  }

  @Test
  void fullSpeakerSpaceIsGaussian() {
    assertThat(ModelRecipe.of(4, 4, GAUSS).draw(1).speakerDimension()).isEqualTo(4);
    assertThatThrownBy(() -> ModelRecipe.of(4, 4, 2).draw(1))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("with d = D = 4 the degrees of freedom have no effect");
  }

  @Test
  void refusals() {
    refused(() -> ModelRecipe.of(4, 0, 2), "the speaker dimension must be from 1 to 4, found 0");
    refused(() -> ModelRecipe.of(4, 5, 2), "the speaker dimension must be from 1 to 4, found 5");
    refused(() -> ModelRecipe.of(4, 2, 0), "nu must be positive, found 0.0");
    refused(() -> ModelRecipe.of(4, 2, Double.NaN), "nu must be positive, found NaN");
    ModelRecipe good = ModelRecipe.of(4, 2, 2);
    refused(() -> good.withSpectrum(1, 2), "positive and not rise, found 1.0 to 2.0");
    refused(() -> good.withSpectrum(1, 0), "positive and not rise, found 1.0 to 0.0");
    refused(() -> good.withSpectrum(GAUSS, 1), "positive and not rise, found Infinity to 1.0");
    refused(
        () -> new ModelRecipe(4, 2, 2, 6, 0.1, 0.5),
        "the noise condition must be at least 1, found 0.5");
  }

  private static void refused(Runnable what, String sentence) {
    assertThatIllegalArgumentException().isThrownBy(what::run).withMessageContaining(sentence);
  }
}
