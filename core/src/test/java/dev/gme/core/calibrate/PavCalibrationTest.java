package dev.gme.core.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.GmeException;
import dev.gme.core.metric.Cllr;
import dev.gme.core.metric.Pav;
import dev.gme.core.metric.ScoredTrials;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PavCalibrationTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  private static ScoredTrials trials(double[] targets, double[] nontargets) {
    double[] scores = new double[targets.length + nontargets.length];
    boolean[] isTarget = new boolean[scores.length];
    for (int i = 0; i < scores.length; i++) {
      isTarget[i] = i < targets.length;
      scores[i] = isTarget[i] ? targets[i] : nontargets[i - targets.length];
    }
    return ScoredTrials.of(scores, isTarget);
  }

  private static double[] scores(double... scores) {
    return scores;
  }

  /** Blocks {0}, {1, 2}, {4}: no target, one of two, all. */
  @Test
  void smallSetByHand() {
    PavCalibration c = PavCalibration.train(trials(scores(1, 4), scores(0, 2)));
    assertThat(c.steps()).containsExactly(0.5, 3);
    assertThat(c.llrs()).containsExactly(-INF, 0, INF);
    assertThat(c.apply(0.5)).as("a step belongs to the upper block").isZero();
    assertThat(c.apply(Math.nextDown(0.5))).isEqualTo(-INF);
    assertThat(c.apply(3)).isEqualTo(INF);
    assertThat(c.apply(-INF)).isEqualTo(-INF);
    assertThat(c.apply(INF)).isEqualTo(INF);
  }

  /** With four more trials: T = N = 4; blocks {−∞, 0}, {1, 2}, {4, +∞}. */
  @Test
  void laplaceByHand() {
    PavCalibration c = PavCalibration.laplace(trials(scores(1, 4), scores(0, 2)));
    assertThat(c.steps()).containsExactly(0.5, 3);
    assertThat(c.llrs()).containsExactly(scores(-Math.log(2), 0, Math.log(2)), within(1e-15));
  }

  /** Trials that are at −∞ and +∞ already share those scores with the added ones. */
  @Test
  void laplaceWithInfiniteScores() {
    PavCalibration c = PavCalibration.laplace(trials(scores(INF, INF), scores(-INF, -INF)));
    assertThat(c.steps()).containsExactly(0);
    assertThat(c.llrs()).containsExactly(scores(-Math.log(3), Math.log(3)), within(1e-15));
    // A target at −∞ and a non-target at +∞: one block of all.
    PavCalibration none = PavCalibration.laplace(trials(scores(-INF), scores(INF)));
    assertThat(none.llrs()).containsExactly(0);
  }

  @Test
  void stepBesideInfiniteScores() {
    PavCalibration low = PavCalibration.train(trials(scores(1, 2), scores(-INF, 2)));
    assertThat(low.llrs()[0]).isEqualTo(-INF);
    assertThat(low.apply(-INF)).isEqualTo(-INF);
    assertThat(low.apply(-Double.MAX_VALUE)).as("finite: above").isEqualTo(low.apply(1));
    PavCalibration high = PavCalibration.train(trials(scores(1, INF), scores(1, 0)));
    assertThat(high.apply(Double.MAX_VALUE)).as("finite: below").isEqualTo(high.apply(1));
    assertThat(high.apply(INF)).isEqualTo(INF);
  }

  /** −∞ and +∞ have no middle; 0 stands for it. */
  @Test
  void stepBetweenTheInfinities() {
    PavCalibration c = PavCalibration.train(trials(scores(INF), scores(-INF)));
    assertThat(c.steps()).containsExactly(0);
    assertThat(c.apply(-1e-300)).isEqualTo(-INF);
    assertThat(c.apply(-0.0)).isEqualTo(INF);
    assertThat(c.apply(0)).isEqualTo(INF);
    assertThat(c.apply(-INF)).isEqualTo(-INF);
    assertThat(c.apply(INF)).isEqualTo(INF);
  }

  @Test
  void middleDoesNotOverflow() {
    PavCalibration c = PavCalibration.train(trials(scores(0x1.8p1023), scores(0x1.0p1023)));
    assertThat(c.steps()[0]).isEqualTo(0x1.4p1023);
  }

  /** Seed 6: Cllr of the calibrated training scores is minCllr. */
  @Test
  void reachesTheMinimumOnItsTrainingScores() {
    Random random = new Random(6);
    double[] scores = new double[400];
    boolean[] isTarget = new boolean[400];
    for (int i = 0; i < 400; i++) {
      isTarget[i] = i % 4 == 0;
      scores[i] = random.nextGaussian() + (isTarget[i] ? 1 : -1);
    }
    ScoredTrials trials = ScoredTrials.of(scores, isTarget);
    double[] llrs = PavCalibration.train(trials).applyAll(scores);
    assertThat(Cllr.of(ScoredTrials.of(llrs, isTarget)))
        .isEqualTo(Cllr.minimum(Pav.of(trials)), within(1e-13));
  }

  @Test
  void fromAKnownMap() {
    PavCalibration c = PavCalibration.of(scores(0.5, 3), scores(-1, 0, 2));
    assertThat(c.apply(1)).isZero();
    assertThat(c.inputs()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PavCalibration.of(scores(1, 0), scores(-1, 0, 2)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PavCalibration.of(scores(0, 1), scores(-1, 0)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PavCalibration.of(scores(0), scores(-1, Double.NaN)));
    assertThatThrownBy(() -> c.apply(Double.NaN)).isInstanceOf(GmeException.class);
  }
}
