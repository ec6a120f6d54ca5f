package dev.gme.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepSpecTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"centre", "whiten-total", "whiten-within", "length", "lda 150", "lda 3 0.5"})
  void isReadFromItsText(String text) {
    assertThat(StepSpec.parse(text)).hasToString(text);
  }

  @Test
  void areThoseOfTheFactories() {
    assertThat(List.of("center", " centre ", "lda 3", "lda  3 0.5"))
        .map(StepSpec::parse)
        .containsExactly(
            StepSpec.centre(), StepSpec.centre(), StepSpec.lda(3), StepSpec.lda(3, 0.5));
    assertThat(List.of("whiten-total", "whiten-within", "length"))
        .map(StepSpec::parse)
        .containsExactly(StepSpec.whitenTotal(), StepSpec.whitenWithin(), StepSpec.length());
  }

  @Test
  void readsWhatModelsPrint() {
    assertThat(StepSpec.parse("whiten total")).isEqualTo(StepSpec.whitenTotal());
    assertThat(StepSpec.parse("whiten within")).isEqualTo(StepSpec.whitenWithin());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "lda", "lda 0", "lda -1", "lda 1.5", "lda 2 x", "Centre", "whiten"})
  void unknownStepsAreRefusedWithTheKnownOnes(String text) {
    assertThatThrownBy(() -> StepSpec.parse(text))
        .isInstanceOf(GmeException.class)
        .hasMessage("there is no step '" + text + "'")
        .extracting(e -> ((GmeException) e).help())
        .isEqualTo("the steps are centre, whiten-total, whiten-within, length, lda N and pca N");
  }

  @Test
  void knowsTheDimensionItLeaves() {
    List<StepSpec> steps = List.of(StepSpec.centre(), StepSpec.lda(5), StepSpec.length());
    assertThat(StepSpec.outputDimension(steps, 12)).isEqualTo(5);
    assertThat(StepSpec.outputDimension(List.of(), 12)).isEqualTo(12);
  }
}
