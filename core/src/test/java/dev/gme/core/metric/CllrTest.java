package dev.gme.core.metric;

import static dev.gme.core.metric.TrialSet.scores;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.parallel.Workers;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CllrTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  private static double cllr(double[] targets, double[] nontargets) {
    return Cllr.of(TrialSet.of(targets, nontargets).trials());
  }

  @Test
  void sayingNothingCostsOneBit() {
    assertThat(cllr(scores(0, 0), scores(0))).isEqualTo(1);
  }

  @Test
  void infinitiesOfTheRightSignCostNothing() {
    assertThat(cllr(scores(INF), scores(-INF))).isZero();
    assertThat(cllr(scores(INF, 0), scores(-INF, 0))).isEqualTo(0.5);
  }

  @Test
  void infinitiesOfTheWrongSignCostAll() {
    assertThat(cllr(scores(-INF, 1), scores(0))).isEqualTo(INF);
    assertThat(cllr(scores(1), scores(0, INF))).isEqualTo(INF);
  }

  @Test
  void weightZeroTakesAwayAnInfiniteCost() {
    ScoredTrials trials =
        ScoredTrials.of(
            scores(0, 0, -INF, INF),
            new boolean[] {true, false, true, false},
            new double[] {1, 1, 0, 0});
    assertThat(Cllr.of(trials)).isEqualTo(1);
  }

  @Test
  void largeScoresNeitherOverflowNorVanish() {
    assertThat(cllr(scores(-1e300), scores(-1)))
        .isEqualTo(0.5 * 1e300 / Math.log(2), within(1e286));
    // log(1 + e^-700) is e^-700, far below the rounding of 1 + e^-700.
    double expected = Math.exp(-700) / Math.log(2);
    assertThat(cllr(scores(700), scores(-700))).isEqualTo(expected, within(1e-12 * expected));
  }

  @Test
  void doesNotDependOnTheThreadCount() {
    int n = 50_000;
    SplittableRandom random = new SplittableRandom(7);
    double[] scores = new double[n];
    boolean[] isTarget = new boolean[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      isTarget[i] = random.nextInt(10) == 0;
      scores[i] = random.nextDouble(-8, 8);
      weights[i] = random.nextDouble(0.1, 3);
    }
    int threads = Workers.threads();
    try {
      Workers.setThreads(1);
      double one = Cllr.of(ScoredTrials.of(scores, isTarget, weights));
      Workers.setThreads(3);
      assertThat(Cllr.of(ScoredTrials.of(scores, isTarget, weights))).isEqualTo(one);
    } finally {
      Workers.setThreads(threads);
    }
  }
}
