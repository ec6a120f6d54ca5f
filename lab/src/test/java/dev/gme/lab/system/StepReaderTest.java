package dev.gme.lab.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepReaderTest {
  private final StepReader reader = new StepReader(StepDefaults.DEFAULT);

  /** What a step says of itself is the step. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "centre",
        "lda 150",
        "whiten-total",
        "whiten-within",
        "length",
        "plda",
        "plda 120",
        "plda up-to-60",
        "plda 40 iterations=5 tolerance=0.01",
        "plda two-covariance=true",
        "plda minimum-divergence=false random-start=7",
        "plda shrink=held-out",
        "plda 30 shrink=ledoit-wolf",
        "plda shrink=0.25",
        "pca 40",
        "isotropic",
        "nu 2",
        "nu 0.5",
        "nu infinity",
        "vb 10",
        "vb 3 mean-field=4",
        "bxe",
        "bxe batch=200 prior=0.05 calibration=after",
        "bxe optimizer=lbfgs steps=7 evaluate-every=2 patience=3 penalty=0.5 folds=3 seed=9",
        "pseudolikelihood",
        "pseudolikelihood speakers=30 crp=2.0:0.25 steps=4",
        "head",
        "head log:speech,snr",
        "cosine",
        "quadratic",
        "exact",
        "calibrate"
      })
  void readsWhatItWrites(String text) {
    Step step = reader.read(text);
    assertThat(step.text()).isEqualTo(text);
    assertThat(reader.read(step.text())).isEqualTo(step);
  }

  @Test
  void whatIsLeftOutComesFromTheDefaults() {
    StepReader other =
        new StepReader(StepDefaults.DEFAULT.withDimension(SpeakerDimension.atMost(60)).withNu(4));
    assertThat(other.read("plda").text()).isEqualTo("plda up-to-60");
    assertThat(other.read("plda 20").text()).isEqualTo("plda 20");
    assertThat(other.read("nu").text()).isEqualTo("nu 4");
  }

  @Test
  void preprocessingInARowIsLearnedTogether() {
    List<Step> steps = reader.read(List.of("center", "lda 5", "length", "plda", "nu"));
    assertThat(steps).hasSize(3);
    assertThat(steps.get(0).text()).isEqualTo("centre, lda 5, length");
  }

  @ParameterizedTest
  @ValueSource(strings = {"wihten", "lda", "lda x", "plda x", "nu -1", "nu x", "vb x", "bxe 5"})
  void refusesWhatIsNoStep(String text) {
    assertThatThrownBy(() -> reader.read(text))
        .isInstanceOf(GmeException.class)
        .satisfies(e -> assertThat(((GmeException) e).help()).isNotEmpty());
  }

  @Test
  void namesTheStepsThereAre() {
    assertThatThrownBy(() -> reader.read("wihten"))
        .hasMessageContaining("there is no step 'wihten'")
        .satisfies(
            e ->
                assertThat(((GmeException) e).help())
                    .contains("whiten-total", "plda", "calibrate"));
    assertThatThrownBy(() -> reader.read("bxe speed=3"))
        .hasMessage("the step 'bxe' has no 'speed'")
        .satisfies(e -> assertThat(((GmeException) e).help()).contains("batch", "steps"));
  }

  @Test
  void aChainHasAnOrder() {
    refused("has nothing to score with", "centre");
    refused("cannot follow", "plda", "centre");
    refused("cannot follow", "plda", "plda 3");
    refused("cannot follow", "plda", "isotropic");
    refused("cannot follow", "plda", "calibrate", "nu 2");
    refused("does not score by the cosine", "plda", "cosine");
    refused("cannot follow", "plda", "head", "bxe");
    refused("cannot follow", "plda", "head", "head snr");
    refused("no precisions that a head could set", "plda", "head", "quadratic");
    refused("does not score by the cosine", "plda", "head", "cosine");
    assertThat(system("plda", "nu 2", "head", "exact", "calibrate").needsSide()).isTrue();
    assertThat(
            system("centre", "lda 150", "length", "plda 120", "nu 2", "vb 10", "bxe", "calibrate"))
        .hasToString("mine: [centre, lda 150, length, plda 120, nu 2, vb 10, bxe, calibrate]");
    assertThat(system("centre", "cosine").isLlr()).isFalse();
    assertThat(system("centre", "cosine", "calibrate").isLlr()).isTrue();
  }

  private SystemSpec system(String... steps) {
    return new SystemSpec("mine", "mine", reader.read(Arrays.asList(steps)));
  }

  private void refused(String sentence, String... steps) {
    assertThatThrownBy(() -> system(steps))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining(sentence);
  }
}
