package dev.gme.core.identify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.math.SeededRandom;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdentificationTest {
  private static final IdentificationPrior EVEN = IdentificationPrior.uniform(0.25);

  /** A list of any length knows the same about those that are on it. */
  @Test
  void shortListsAreExact() {
    double[] llr = new SeededRandom(5).gaussians(40);
    for (int e = 0; e < llr.length; e++) {
      llr[e] *= 10;
    }
    Identification all = Identification.of(llr, EVEN, 40);
    for (int top = 1; top <= 40; top++) {
      Identification some = Identification.of(llr, EVEN, top);
      assertThat(some.size()).isEqualTo(top);
      double sum = Math.exp(some.logUnknown()) + Math.exp(some.logRest());
      for (int i = 0; i < top; i++) {
        assertThat(some.speaker(i)).isEqualTo(all.speaker(i));
        assertThat(some.logPosterior(i)).isCloseTo(all.logPosterior(i), within(1e-12));
        assertThat(some.detectionLlr(i)).isCloseTo(all.detectionLlr(i), within(1e-11));
        sum += Math.exp(some.logPosterior(i));
      }
      assertThat(sum).isCloseTo(1, within(1e-13));
      assertThat(some.inSetLlr()).isCloseTo(all.inSetLlr(), within(1e-12));
    }
  }

  /** logit of the posterior = detection LLR + logit of the prior, also where one is certain. */
  @Test
  void detectionRatiosAreThoseOfPosteriorOdds() {
    IdentificationPrior prior = IdentificationPrior.of(0.2, 0.5, 0.3, 0.2);
    double[] llr = {60, 3, -2};
    Identification found = Identification.of(llr, prior, 3);
    double[] p = {0.4, 0.24, 0.16};
    for (int i = 0; i < 3; i++) {
      int e = found.speaker(i);
      double others = 0.2;
      for (int j = 0; j < 3; j++) {
        others += j == e ? 0 : p[j] * Math.exp(llr[j]);
      }
      assertThat(found.detectionLlr(i))
          .isCloseTo(llr[e] - Math.log(others / (1 - p[e])), within(1e-12 * 60));
    }
  }

  @Test
  void silenceReturnsThePrior() {
    IdentificationPrior prior = IdentificationPrior.of(0.4, 0.7, 0.3);
    Identification found = Identification.of(new double[2], prior, 2);
    assertThat(Math.exp(found.logPosterior(0))).isCloseTo(0.42, within(1e-15));
    assertThat(Math.exp(found.logUnknown())).isCloseTo(0.4, within(1e-15));
    assertThat(found.inSetLlr()).isCloseTo(0, within(1e-15));
    assertThat(found.detectionLlr(1)).isCloseTo(0, within(1e-15));
  }

  @Test
  void tiesGoToTheLowerNumber() {
    double[] llr = new double[30];
    Arrays.fill(llr, 1, 30, 2.5);
    Identification found = Identification.of(llr, EVEN, 4);
    assertThat(IntStream.range(0, 4).map(found::speaker)).containsExactly(1, 2, 3, 4);
  }

  @Test
  void whereItCanBeNobodyElseItIsCertain() {
    Identification found =
        Identification.of(new double[] {-700}, IdentificationPrior.uniform(0), 3);
    assertThat(found.logPosterior(0)).isZero();
    assertThat(found.logUnknown()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(found.detectionLlr(0)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void decisionsOfShortListsAreThoseOfWholePosteriors() {
    SeededRandom random = new SeededRandom(8);
    for (int round = 0; round < 200; round++) {
      double[] llr = random.gaussians(12);
      for (int e = 0; e < llr.length; e++) {
        llr[e] *= 4;
      }
      Identification all = Identification.of(llr, EVEN, 12);
      double[] posterior = new double[13];
      for (int i = 0; i < 12; i++) {
        posterior[all.speaker(i)] = all.logPosterior(i);
      }
      posterior[12] = all.logUnknown();
      IdentificationCosts costs =
          new IdentificationCosts(random.nextDouble(), random.nextDouble(), random.nextDouble());
      IdentificationCosts.Decision whole = costs.decide(posterior);
      IdentificationCosts.Decision two = costs.decide(Identification.of(llr, EVEN, 2));
      assertThat(two.speaker()).isEqualTo(whole.speaker());
      assertThat(two.expectedCost()).isCloseTo(whole.expectedCost(), within(1e-14));
    }
  }

  @Test
  void wrongUseIsRefused() {
    assertThatThrownBy(() -> IdentificationPrior.uniform(1)).hasMessageContaining("below 1");
    assertThatThrownBy(() -> IdentificationPrior.uniform(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> IdentificationPrior.of(0.1, 0.5, 0.4))
        .hasMessageContaining("sum to 1");
    assertThatThrownBy(() -> IdentificationPrior.of(0.1, 1.5, -0.5))
        .hasMessageContaining("at least 0");
    assertThatThrownBy(
            () -> Identification.of(new double[3], IdentificationPrior.of(0.1, 0.5, 0.5), 1))
        .hasMessageContaining("2 enrolled speakers for 3");
    assertThatThrownBy(() -> Identification.of(new double[0], EVEN, 1))
        .hasMessageContaining("at least one speaker");
    assertThatThrownBy(() -> Identification.of(new double[] {Double.NaN}, EVEN, 1))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> Identification.of(new double[2], EVEN, 0))
        .hasMessageContaining("at least one candidate");
    assertThat(IdentificationCosts.parse("1:2:0.5")).isEqualTo(new IdentificationCosts(1, 2, 0.5));
    for (String text : new String[] {"1:2", "1:2:3:4", "a:1:1", ""}) {
      assertThatThrownBy(() -> IdentificationCosts.parse(text))
          .hasMessageContaining("found '" + text + "'");
    }
    assertThatThrownBy(() -> IdentificationCosts.parse("1:-2:1")).hasMessageContaining("-2");
    assertThatThrownBy(() -> new IdentificationCosts(0, 0, 0)).hasMessageContaining("all costs");
    assertThatThrownBy(() -> new IdentificationCosts(1, -1, 1)).hasMessageContaining("-1");
  }
}
