package dev.gme.core.score.tile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The precision that diagonal terms reach to. */
class TileBlockTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "1.0000001, 4",
    "3.9, 4",
    "4, 4",
    "4.1, 16",
    "0.9, 1",
    "0.25, 0.25",
    "0.2, 0.25",
    "4e-320, 2.2250738585072014E-308",
    "1e308, 1e308"
  })
  void theNextPowerOfFour(double precision, double expected) {
    assertThat(TileBlock.roundedUp(precision)).isEqualTo(expected);
  }
}
