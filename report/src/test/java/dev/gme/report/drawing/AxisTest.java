package dev.gme.report.drawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AxisTest {
  private static List<String> labels(Axis axis) {
    return axis.ticks().stream().map(Tick::label).toList();
  }

  @Test
  void probitsAreSymmetricAboutOneHalf() {
    Axis axis = Axis.probit("misses", 0.01, 0.99);
    assertThat(axis.position(0.01)).isZero();
    assertThat(axis.position(0.5)).isCloseTo(0.5, within(1e-15));
    assertThat(axis.position(0.99)).isEqualTo(1);
    assertThat(axis.position(0.2) + axis.position(0.8)).isCloseTo(1, within(1e-14));
    // Φ⁻¹(0.1) = −1.2815515655, Φ⁻¹(0.01) = −2.3263478740
    assertThat(axis.position(0.1))
        .isCloseTo((2.3263478740 - 1.2815515655) / (2 * 2.3263478740), within(1e-9));
  }

  @Test
  void axesThatRunDownwardsHaveTheSameTicks() {
    assertThat(labels(Axis.log("", 400, 1)))
        .isEqualTo(labels(Axis.log("", 1, 400)))
        .contains("1", "10", "100");
    assertThat(labels(Axis.linear("", 120, 0)))
        .isEqualTo(labels(Axis.linear("", 0, 120)))
        .contains("0", "100");
    assertThat(Axis.log("", 100, 1).position(100)).isZero();
    assertThat(Axis.log("", 100, 1).position(10)).isCloseTo(0.5, within(1e-12));
  }

  @Test
  void probitTicksAreUsualPercentages() {
    assertThat(labels(Axis.probit("", 0.001, 0.5)))
        .containsExactly("0.1", "0.2", "0.5", "1", "2", "5", "10", "20", "30", "40", "50");
    assertThat(labels(Axis.probit("", 1e-6, 0.99)))
        .startsWith("1e−4", "0.001", "0.01", "0.1")
        .endsWith("90", "98");
  }

  @ParameterizedTest
  @CsvSource({"1e-6, 0.5", "1e-6, 0.999", "1e-5, 0.7", "1e-3, 0.5", "0.001, 0.99"})
  void probitTicksHaveRoom(double lo, double hi) {
    Axis axis = Axis.probit("", lo, hi);
    assertThat(axis.ticks()).hasSizeBetween(6, 16);
    for (int i = 1; i < axis.ticks().size(); i++) {
      double before = axis.position(axis.ticks().get(i - 1).value());
      assertThat(axis.position(axis.ticks().get(i).value()) - before).isGreaterThan(0.06);
    }
  }

  @Test
  void asinhAxesAreLinearAroundZeroAndLogarithmicFarAway() {
    Axis axis = Axis.asinh("", -1000, 1000);
    assertThat(axis.position(0)).isCloseTo(0.5, within(1e-15));
    assertThat(axis.position(-30) + axis.position(30)).isCloseTo(1, within(1e-14));
    double one = axis.position(0.1) - axis.position(0);
    assertThat(axis.position(0.2) - axis.position(0.1)).isCloseTo(one, within(1e-2 * one));
    double decade = axis.position(1000) - axis.position(100);
    assertThat(axis.position(2000) - axis.position(200)).isCloseTo(decade, within(1e-2 * decade));
    assertThat(labels(axis)).containsExactly("−500", "−50", "−10", "0", "10", "50", "500");
    assertThat(labels(Axis.asinh("", -1e308, 1e308))).contains("0").hasSizeBetween(5, 15);
    assertThat(labels(Axis.asinh("", 30, 80))).contains("50");
  }

  @Test
  void linearTicksAreRound() {
    assertThat(labels(Axis.linear("", -8, 4)))
        .containsExactly("−8", "−6", "−4", "−2", "0", "2", "4");
    assertThat(labels(Axis.linear("", 0, 1.2)))
        .containsExactly("0", "0.2", "0.4", "0.6", "0.8", "1", "1.2");
    assertThat(labels(Axis.percent("", 0, 0.123))).containsExactly("0", "5", "10");
  }

  @ParameterizedTest
  @CsvSource({
    "1e9, 1000000001",
    "-1e150, 1e150",
    "0, 1e-12",
    "-3.3, -3.2",
    "1e16, 1.0000000000000002e16"
  })
  void linearTicksAreFewWhateverTheRange(double lo, double hi) {
    assertThat(Axis.linear("", lo, hi).ticks()).hasSizeBetween(1, 9);
  }

  @Test
  void logarithmicTicksArePowersOrTheirFifthsAndHalves() {
    assertThat(labels(Axis.log("", 0.5, 60)))
        .containsExactly("0.5", "1", "2", "5", "10", "20", "50");
    assertThat(labels(Axis.log("", 1e-3, 1e3)))
        .containsExactly("0.001", "0.01", "0.1", "1", "10", "100", "1000");
    assertThat(Axis.log("", 1e-300, 1e300).ticks()).hasSizeBetween(6, 15);
  }

  @Test
  void categoriesGoFromTheTopDown() {
    Axis axis = Axis.categories("", List.of("first", "second"));
    assertThat(axis.position(0)).isEqualTo(0.75);
    assertThat(axis.position(1)).isEqualTo(0.25);
  }

  @Test
  void whatLiesBeyondIsOutOfSightButFinite() {
    Axis axis = Axis.probit("", 0.01, 0.5);
    assertThat(axis.position(0)).isEqualTo(-1);
    assertThat(axis.position(1)).isEqualTo(2);
    assertThat(Axis.linear("", 0, 1).position(Double.NEGATIVE_INFINITY)).isEqualTo(-1);
  }

  @Test
  void refusesRangesThatAreNone() {
    assertThatIllegalArgumentException().isThrownBy(() -> Axis.probit("", 0, 0.5));
    assertThatIllegalArgumentException().isThrownBy(() -> Axis.log("", 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Axis.linear("", 2, 2));
  }
}
