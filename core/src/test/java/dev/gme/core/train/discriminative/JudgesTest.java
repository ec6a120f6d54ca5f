package dev.gme.core.train.discriminative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.train.discriminative.HeldOutHistogram.ErrorRates;
import org.junit.jupiter.api.Test;

class JudgesTest {
  private static final ErrorRates RATES = new ErrorRates(0.1, 0.5, 0.3);

  private static HeldOutResult result(double loss, ErrorRates rates, double... ofSpeakers) {
    return new HeldOutResult(loss, rates, ofSpeakers);
  }

  /** Speaker 7 is held out in two folds; gains are 0.2, 0.4 and, on the average, 0.6. */
  @Test
  void standardErrorsAreOverSpeakers() {
    Judges judges = new Judges(new int[] {2, 4, 7, 7});
    Judges.Verdict verdict =
        judges.verdict(result(2, RATES, 1, 1, 1, 1), result(1.6, RATES, 0.8, 0.6, 0.2, 0.6));
    assertThat(verdict.gain()).isCloseTo(0.4, within(1e-12));
    // The standard deviation of 0.2, 0.4 and 0.6 is 0.2.
    assertThat(verdict.standardError()).isCloseTo(0.2 / Math.sqrt(3), within(1e-12));
    assertThat(verdict.isShown()).isTrue();
  }

  /** One speaker gains what the others lose. */
  @Test
  void oneSpeakerShowsNothing() {
    Judges judges = new Judges(new int[] {0, 1, 2, 3});
    Judges.Verdict verdict =
        judges.verdict(result(1, RATES, 1, 1, 1, 1), result(0.95, RATES, 0.2, 1.2, 1.2, 1.2));
    assertThat(verdict.gain()).isPositive();
    assertThat(verdict.isShown()).isFalse();
  }

  @Test
  void noFigureMayRise() {
    Judges judges = new Judges(new int[] {0});
    HeldOutResult before = result(1, RATES, 1);
    assertThat(judges.allow(before, result(1, RATES, 1))).isTrue();
    assertThat(judges.allow(before, result(1, new ErrorRates(0.11, 0.4, 0.2), 1))).isFalse();
    assertThat(judges.allow(before, result(1, new ErrorRates(0.09, 0.51, 0.2), 1))).isFalse();
    assertThat(judges.allow(before, result(1, new ErrorRates(0.09, 0.4, 0.31), 1))).isFalse();
    assertThat(judges.allow(before, HeldOutResult.IMPOSSIBLE)).isFalse();
  }
}
