package dev.gme.core.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against values computed with 40 digits by mpmath. */
class StandardNormalTest {
  @ParameterizedTest
  @CsvSource({
    "-37, 5.7255712225245768227e-300",
    "-20, 2.7536241186062336951e-89",
    "-10, 7.619853024160526066e-24",
    "-5, 2.8665157187919391167e-7",
    "-3, 0.0013498980316300945267",
    "-2.000001, 0.022750077957266677405",
    "-2, 0.0227501319481792072",
    "-1.9, 0.028716559816001805229",
    "-1, 0.15865525393145705141",
    "-0.1, 0.46017216272297101633",
    "-1e-9, 0.4999999996010577196",
    "0, 0.5",
    "0.5, 0.69146246127401310364",
    "2, 0.9772498680518207928",
    "3, 0.99865010196836990547",
    "6, 0.99999999901341235496"
  })
  void distribution(double x, double p) {
    // Rounding of x²/2 in the exponent grows with the exponent.
    assertThat(StandardNormal.cdf(x)).isEqualTo(p, within(p * 1e-15 * (5 + x * x)));
  }

  @ParameterizedTest
  @CsvSource({
    "1e-300, -37.047096299361199237",
    "1e-20, -9.2623400897984075737",
    "1e-9, -5.9978070150076868716",
    "1e-5, -4.2648907939228246285",
    "0.001, -3.0902323061678135415",
    "0.02425, -1.9729610513118848503",
    "0.1, -1.281551565544600467",
    "0.3, -0.52440051270804078404",
    "0.75, 0.6744897501960817432",
    "0.9, 1.281551565544600467",
    "0.975, 1.9599639845400542355"
  })
  void quantiles(double p, double x) {
    assertThat(StandardNormal.quantile(p)).isEqualTo(x, within(1e-14 * (1 + Math.abs(x))));
  }

  @Test
  void ends() {
    assertThat(StandardNormal.quantile(0)).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(StandardNormal.quantile(1)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(StandardNormal.quantile(0.5)).isEqualTo(0, within(1e-16));
    assertThat(StandardNormal.cdf(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(StandardNormal.cdf(Double.POSITIVE_INFINITY)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void noProbability(double p) {
    assertThatIllegalArgumentException().isThrownBy(() -> StandardNormal.quantile(p));
  }
}
