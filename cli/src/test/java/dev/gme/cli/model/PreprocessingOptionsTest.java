package dev.gme.cli.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.model.StepSpec;
import dev.gme.core.train.plda.PldaRecipe;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PreprocessingOptionsTest {
  private static PreprocessingOptions parsed(String... words) {
    return CommandLine.populateCommand(new PreprocessingOptions(), words);
  }

  @Test
  void theBaselineThatTheHelpNamesIsTheLibrarys() {
    String[] words = PreprocessingOptions.BASELINE.split(" ", -1);
    assertThat(parsed(words).specs(List.of())).isEqualTo(PldaRecipe.baseline());
  }

  @Test
  void centreMayBeSpeltAsInAmerica() {
    assertThat(parsed("--center").specs(List.of())).containsExactly(StepSpec.centre());
    assertThat(parsed("--centre").specs(List.of())).containsExactly(StepSpec.centre());
  }
}
