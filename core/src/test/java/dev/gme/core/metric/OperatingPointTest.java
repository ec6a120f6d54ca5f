package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatingPointTest {
  @Test
  void bayesThreshold() {
    assertThat(OperatingPoint.ofPrior(0.5).bayesThreshold()).isZero();
    assertThat(OperatingPoint.SRE10.bayesThreshold()).isEqualTo(Math.log(999), within(1e-12));
    assertThat(OperatingPoint.SRE08.bayesThreshold()).isEqualTo(Math.log(9.9), within(1e-12));
  }

  @Test
  void costIsRelativeToTheBetterBlindDecision() {
    OperatingPoint p = new OperatingPoint(0.1, 10, 1);
    assertThat(p.dcf(1, 0)).isEqualTo(1 / 0.9, within(1e-15));
    assertThat(p.dcf(0, 1)).isEqualTo(1);
    assertThat(p.dcf(0.2, 0.3)).isEqualTo((0.2 + 0.27) / 0.9, within(1e-15));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 0.0 as the prior of a target",
    "1, 1, 1, 1.0 as the prior of a target",
    "NaN, 1, 1, NaN as the prior of a target",
    "0.5, 0, 1, 0.0 as the cost of a miss",
    "0.5, -1, 1, -1.0 as the cost of a miss",
    "0.5, 1, Infinity, Infinity as the cost of a false alarm",
    "1e-200, 1e-200, 1, 0.0 as prior times cost of a miss",
    "0.9999999999999999, 1, 1e-320, 0.0 as prior times cost of a false alarm",
  })
  void refusals(double pTarget, double cMiss, double cFa, String reason) {
    assertThatThrownBy(() -> new OperatingPoint(pTarget, cMiss, cFa))
        .isInstanceOf(GmeException.class)
        .hasMessage("an operating point cannot have " + reason)
        .asInstanceOf(InstanceOfAssertFactories.type(GmeException.class))
        .extracting(GmeException::help)
        .isEqualTo("the prior lies between 0 and 1, both excluded, and costs are positive numbers");
  }

  @Test
  void readsWhatUsersWrite() {
    assertThat(OperatingPoint.parse("0.01:10:1")).isEqualTo(OperatingPoint.SRE08);
    for (String text : new String[] {"0.01:10", "0.01:10:1:1", "0.01:ten:1", ""}) {
      assertThatThrownBy(() -> OperatingPoint.parse(text))
          .isInstanceOf(GmeException.class)
          .hasMessage("expected prior:cost:cost, such as 0.01:10:1, found '" + text + "'");
    }
    assertThatThrownBy(() -> OperatingPoint.parse("2:10:1"))
        .hasMessage("an operating point cannot have 2.0 as the prior of a target");
  }
}
