package dev.gme.cli.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.model.StepSpec;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class PreprocessingOptionsTest {
  private static PreprocessingOptions parsed(String... words) {
    return CommandLine.populateCommand(new PreprocessingOptions(), words);
  }

  private static String plda(String... words) {
    return text(parsed(words).specs(PldaRecipe.baseline()));
  }

  private static String htplda(String... words) {
    return text(parsed(words).specs(List.of()));
  }

  private static String text(List<StepSpec> steps) {
    return steps.stream().map(Object::toString).collect(Collectors.joining(", "));
  }

  @Test
  void theBaselineThatTheHelpNamesIsTheLibrarys() {
    assertThat(plda()).isEqualTo(PreprocessingOptions.BASELINE);
    assertThat(parsed().specs(PldaRecipe.baseline())).isEqualTo(PldaRecipe.baseline());
  }

  @Test
  void anOptionChangesItsOwnStepOnly() {
    assertThat(plda("--lda", "150")).isEqualTo("centre, lda 150, whiten-total, length, centre");
    assertThat(plda("--lda", "150", "--lda-total-factor", "0.1"))
        .isEqualTo("centre, lda 150 0.1, whiten-total, length, centre");
    assertThat(plda("--whiten", "within")).isEqualTo("centre, whiten-within, length, centre");
    assertThat(plda("--no-whiten")).isEqualTo("centre, length, centre");
    assertThat(plda("--no-length-norm")).isEqualTo("centre, whiten-total");
    assertThat(plda("--no-centre")).isEqualTo("whiten-total, length");
    assertThat(plda("--length-norm")).isEqualTo(PreprocessingOptions.BASELINE);
    assertThat(plda("--centre")).isEqualTo(PreprocessingOptions.BASELINE);
    assertThat(plda("--raw")).isEmpty();
  }

  @Test
  void whereNothingIsUsualOnlyWhatIsAskedForIsThere() {
    assertThat(htplda()).isEmpty();
    assertThat(htplda("--lda", "30")).isEqualTo("lda 30");
    assertThat(htplda("--whiten", "total")).isEqualTo("whiten-total");
    assertThat(htplda("--length-norm")).isEqualTo("centre, length, centre");
    assertThat(htplda("--length-norm", "--no-centre")).isEqualTo("length");
    assertThat(htplda("--no-whiten", "--no-length-norm")).isEmpty();
  }

  @Test
  void aChainIsTakenAsItIs() {
    assertThat(plda("--chain", "lda 30,whiten-within")).isEqualTo("lda 30, whiten-within");
    assertThat(plda("--chain", "centre, whiten total, length"))
        .isEqualTo("centre, whiten-total, length");
    assertThatThrownBy(() -> plda("--chain", "centre,nap 3"))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("nap 3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--raw --lda 3",
        "--raw --chain length",
        "--chain length --no-centre",
        "--centre --no-centre",
        "--whiten total --no-whiten",
        "--length-norm --no-length-norm"
      })
  void optionsThatContradictEachOtherAreRefused(String words) {
    assertThatThrownBy(() -> plda(words.split(" ", -1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("exclude each other");
  }

  @Test
  void theFactorOfLdaNeedsLda() {
    assertThatThrownBy(() -> plda("--lda-total-factor", "0.5"))
        .hasMessageContaining("--lda-total-factor goes with --lda");
  }

  @Test
  void centreMayBeSpeltAsInAmerica() {
    assertThat(htplda("--center")).isEqualTo("centre");
    assertThat(htplda("--centre")).isEqualTo("centre");
    assertThat(plda("--no-center")).isEqualTo(plda("--no-centre"));
  }
}
