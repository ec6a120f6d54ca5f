package dev.gme.core.train.plda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class StoppingTest {

  @Test
  void countsIterationsNotObjectives() {
    Stopping two = Stopping.after(2);
    assertThat(two.isReached(List.of(-9.0))).isFalse();
    assertThat(two.isReached(List.of(-9.0, -9.0))).isFalse();
    assertThat(two.isReached(List.of(-9.0, -9.0, -9.0))).isTrue();
    assertThat(Stopping.after(0).isReached(List.of(-9.0))).isTrue();
  }

  /** A gain of 0.9 % is too little where 1 % is asked for, whatever the sign of the objective. */
  @Test
  void smallGainEndsIt() {
    Stopping stopping = new Stopping(100, 0.01);
    assertThat(stopping.isReached(List.of(-1000.0))).isFalse();
    assertThat(stopping.isReached(List.of(-1000.0, -990.0))).isFalse();
    assertThat(stopping.isReached(List.of(-1000.0, -991.0))).isTrue();
    assertThat(stopping.isReached(List.of(1000.0, 1010.0))).isFalse();
    assertThat(stopping.isReached(List.of(1000.0, 1009.0))).isTrue();
    assertThat(stopping.isReached(List.of(-1000.0, -500.0, -501.0))).isTrue();
  }

  @Test
  void refusals() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Stopping(-1, 0))
        .withMessage("iterations and tolerance must not be negative, found -1 and 0.0");
    assertThatIllegalArgumentException().isThrownBy(() -> new Stopping(1, -1e-3));
    assertThatIllegalArgumentException().isThrownBy(() -> new Stopping(1, Double.NaN));
  }
}
