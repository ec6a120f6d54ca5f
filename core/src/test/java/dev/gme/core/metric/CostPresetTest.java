package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostPresetTest {
  @ParameterizedTest
  @CsvSource({
    "sre08, 0.01:10:1, true",
    "sre10, 0.001:1:1, true",
    "sre16, 0.01:1:1 0.005:1:1, true",
    "sre18-cmn2, 0.01:1:1 0.005:1:1, true",
    "sre18-vast, 0.05:1:1, true",
    "sre19-cts, 0.01:1:1 0.005:1:1, true",
    "sre21, 0.01:1:1 0.05:1:1, true",
    "voxceleb, 0.05:1:1 0.01:1:1, false"
  })
  void points(String name, String points, boolean mean) {
    CostPreset preset = CostPreset.named(name);
    assertThat(preset.label()).isEqualTo(name);
    assertThat(preset.isPrimaryCost()).isEqualTo(mean);
    assertThat(preset.points())
        .isEqualTo(Arrays.stream(points.split(" ")).map(CostPresetTest::point).toList());
  }

  private static OperatingPoint point(String text) {
    double[] p = Arrays.stream(text.split(":")).mapToDouble(Double::parseDouble).toArray();
    return new OperatingPoint(p[0], p[1], p[2]);
  }

  @Test
  void unknownName() {
    assertThatThrownBy(() -> CostPreset.named("sre17"))
        .isInstanceOfSatisfying(
            GmeException.class,
            e -> {
              assertThat(e).hasMessage("there are no operating points named 'sre17'");
              assertThat(e.help())
                  .isEqualTo(
                      "use one of sre08, sre10, sre16, sre18-cmn2, sre18-vast, sre19-cts, sre21,"
                          + " voxceleb");
            });
  }

  @Test
  void pointsOfSeveralPresetsOnce() {
    assertThat(EvaluationOptions.of(CostPreset.SRE16, CostPreset.SRE21).points())
        .isEqualTo(
            List.of(
                OperatingPoint.ofPrior(0.01),
                OperatingPoint.ofPrior(0.005),
                OperatingPoint.ofPrior(0.05)));
  }
}
