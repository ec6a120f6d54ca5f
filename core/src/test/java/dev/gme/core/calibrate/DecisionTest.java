package dev.gme.core.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.metric.OperatingPoint;
import org.junit.jupiter.api.Test;

class DecisionTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  @Test
  void evenOdds() {
    Decision d = new Decision(OperatingPoint.ofPrior(0.5));
    assertThat(d.threshold()).isZero();
    assertThat(d.accepts(new double[] {0, -0.0, Double.MIN_VALUE, -Double.MIN_VALUE, INF, -INF}))
        .containsExactly(true, true, true, false, true, false);
  }

  /** P = 0.2, a false alarm costs eight times as much: 4 · 8 = 32 to 1. */
  @Test
  void tieAtTheThresholdIsAccepted() {
    Decision d = new Decision(new OperatingPoint(0.2, 1, 8));
    assertThat(d.threshold()).isEqualTo(Math.log(32), within(1e-14));
    assertThat(d.accepts(d.threshold())).isTrue();
    assertThat(d.accepts(Math.nextDown(d.threshold()))).isFalse();
  }

  @Test
  void noDecisionOnNaN() {
    Decision d = new Decision(OperatingPoint.SRE08);
    assertThatThrownBy(() -> d.accepts(Double.NaN)).isInstanceOf(GmeException.class);
    assertThatThrownBy(() -> d.accepts(new double[] {1, Double.NaN}))
        .isInstanceOf(GmeException.class);
  }
}
