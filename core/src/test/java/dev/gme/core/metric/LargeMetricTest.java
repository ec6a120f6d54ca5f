package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two million trials (seed 11) whose scores are true log-likelihood ratios: targets from N(2, 4),
 * as many non-targets from N(−2, 4). Equal-error rate and area under the curve are then Φ(−1) and
 * Φ(√2). The standard deviation of both is below 3e-4; bounds are at seven of them, so that chance
 * fails a right program less than once in 1e10 runs.
 */
@Tag("slow")
class LargeMetricTest {
  private static final int N = 2_000_000;
  private static final double EER = 0.15865525393145707;
  private static final double AUC = 0.9213503964748574;
  private static final double SEVEN_SIGMA = 2.1e-3;

  private static double[] scores;
  private static boolean[] isTarget;

  @BeforeAll
  static void draw() {
    Random random = new Random(11);
    scores = new double[N];
    isTarget = new boolean[N];
    for (int i = 0; i < N; i++) {
      isTarget[i] = i % 2 == 0;
      scores[i] = 2 * random.nextGaussian() + (isTarget[i] ? 2 : -2);
    }
  }

  @Test
  void meetsTheory() {
    ScoredTrials trials = ScoredTrials.of(scores, isTarget);
    Roc roc = Roc.of(trials);
    assertThat(roc.eerRocch()).isEqualTo(EER, within(SEVEN_SIGMA));
    assertThat(roc.eerInterpolated()).isEqualTo(EER, within(SEVEN_SIGMA));
    assertThat(roc.auc()).isEqualTo(AUC, within(SEVEN_SIGMA));
    // Nothing to gain by calibration but what fits the noise of the sample.
    double cllr = Cllr.of(trials);
    assertThat(Cllr.minimum(roc.pav())).isBetween(cllr - 1e-3, cllr);
    OperatingPoint even = OperatingPoint.ofPrior(0.5);
    assertThat(roc.actDcf(even).dcf()).isEqualTo(2 * EER, within(2 * SEVEN_SIGMA));
    assertThat(roc.minDcf(even).dcf()).isBetween(2 * EER - 2 * SEVEN_SIGMA, roc.actDcf(even).dcf());
  }

  /** 0.1 is no binary number: what a million additions of it lose must not show. */
  @Test
  void sumsOfWeightsAreAccurate() {
    ScoredTrials counted = ScoredTrials.of(scores, isTarget);
    assertThat(counted.targetWeight()).isEqualTo(N / 2.0);
    double[] weights = new double[N];
    Arrays.fill(weights, 0.1);
    ScoredTrials weighted = counted.withWeights(weights);
    assertThat(weighted.targetWeight()).isEqualTo(N / 20.0, within(1e-10 * N / 20));
    Roc a = Roc.of(weighted);
    Roc b = Roc.of(counted);
    assertThat(a.eerRocch()).isEqualTo(b.eerRocch(), within(1e-10));
    assertThat(a.cprmMin()).isEqualTo(b.cprmMin(), within(1e-10));
    assertThat(a.auc()).isEqualTo(b.auc(), within(1e-10));
    assertThat(Cllr.of(weighted)).isEqualTo(Cllr.of(counted), within(1e-10));
    assertThat(Cllr.minimum(a.pav())).isEqualTo(Cllr.minimum(b.pav()), within(1e-10));
  }
}
