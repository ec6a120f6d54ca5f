package dev.gme.core.metric;

import static dev.gme.core.metric.TrialSet.scores;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RocTest {
  private static final double INF = Double.POSITIVE_INFINITY;
  private static final OperatingPoint EVEN = OperatingPoint.ofPrior(0.5);

  private static Roc roc(double[] targets, double[] nontargets) {
    return Roc.of(TrialSet.of(targets, nontargets).trials());
  }

  @Test
  void separated() {
    Roc roc = roc(scores(1, 2, 3), scores(-1, 0));
    assertThat(roc.eerRocch()).isZero();
    assertThat(roc.eerInterpolated()).isZero();
    assertThat(roc.auc()).isEqualTo(1);
    assertThat(roc.minDcf(EVEN)).isEqualTo(new DetectionCost(0, new RocPoint(1, false, 0, 0)));
    assertThat(Cllr.minimum(roc.pav())).isZero();
  }

  @Test
  void reversed() {
    Roc roc = roc(scores(-1, 0), scores(1, 2, 3));
    assertThat(roc.eerRocch()).isEqualTo(0.5);
    assertThat(roc.eerInterpolated()).isEqualTo(1);
    assertThat(roc.auc()).isZero();
    assertThat(roc.minDcf(EVEN).dcf()).isEqualTo(1);
    assertThat(Cllr.minimum(roc.pav())).isEqualTo(1);
  }

  @Test
  void allEqual() {
    Roc roc = roc(scores(0.3, 0.3, 0.3), scores(0.3, 0.3));
    assertThat(roc.eerRocch()).isEqualTo(0.5);
    assertThat(roc.eerInterpolated()).isEqualTo(0.5);
    assertThat(roc.auc()).isEqualTo(0.5);
    assertThat(roc.hull())
        .containsExactly(new RocPoint(0.3, false, 0, 1), new RocPoint(INF, true, 1, 0));
  }

  @Test
  void oneOfEach() {
    assertThat(roc(scores(1), scores(0)).eerInterpolated()).isZero();
    assertThat(roc(scores(0), scores(1)).eerInterpolated()).isEqualTo(1);
    assertThat(roc(scores(0), scores(1)).eerRocch()).isEqualTo(0.5);
  }

  /** A tie is one diagonal step from (1/2, 0) to (0, 1/3); the equal-error rate is on it. */
  @Test
  void tieIsOneDiagonalStep() {
    Roc roc = roc(scores(1, 2, 3), scores(0, 1));
    assertThat(roc.eerRocch()).isEqualTo(0.2, within(1e-15));
    assertThat(roc.eerInterpolated()).isEqualTo(0.2, within(1e-15));
    assertThat(roc.auc()).isEqualTo(11.0 / 12, within(1e-15));
  }

  @Test
  void bothZerosAreOneScore() {
    Roc roc = roc(scores(0.0), scores(-0.0));
    assertThat(roc.eerInterpolated()).isEqualTo(0.5);
    assertThat(roc.pav().size()).isEqualTo(1);
    assertThat(roc.pav().lo(0)).isEqualTo(0.0);
  }

  @Test
  void hullRunsFromAcceptAllToRejectAll() {
    Roc roc = roc(scores(2, 3, 3, 4), scores(0, 1, 3, 3));
    assertThat(roc.hull())
        .containsExactly(
            new RocPoint(0, false, 0, 1),
            new RocPoint(2, false, 0, 0.5),
            new RocPoint(4, false, 0.75, 0),
            new RocPoint(INF, true, 1, 0));
  }

  @Test
  void infiniteScoresAreOrdinary() {
    Roc roc = roc(scores(INF, INF, 0, -INF), scores(-INF, -INF, 0, INF));
    assertThat(roc.auc()).isEqualTo((2 * 3.5 + 2.5 + 1) / 16);
    assertThat(roc.eerInterpolated()).isEqualTo(0.375);
    assertThat(roc.hull().get(0)).isEqualTo(new RocPoint(-INF, false, 0, 1));
    // Both +∞ and "reject all" are thresholds, and they differ.
    assertThat(roc.hull().get(2)).isEqualTo(new RocPoint(INF, false, 0.5, 0.25));
    assertThat(roc.hull().get(3)).isEqualTo(new RocPoint(INF, true, 1, 0));
    assertThat(roc.hull().get(2).accepts(INF)).isTrue();
    assertThat(roc.hull().get(3).accepts(INF)).isFalse();
    assertThat(roc.hull().get(2).accepts(0)).isFalse();
  }

  @Test
  void scoreAtTheBayesThresholdIsAccepted() {
    Roc roc = roc(scores(0, 1), scores(0, -1));
    DetectionCost cost = roc.actDcf(EVEN);
    assertThat(cost).isEqualTo(new DetectionCost(0.5, new RocPoint(0, false, 0, 0.5)));
  }

  @Test
  void bayesThresholdBeyondAllScores() {
    Roc roc = roc(scores(1, 2), scores(0, -1));
    OperatingPoint rare = OperatingPoint.ofPrior(0.001);
    assertThat(roc.actDcf(rare).at()).isEqualTo(new RocPoint(rare.bayesThreshold(), false, 1, 0));
    OperatingPoint frequent = OperatingPoint.ofPrior(0.999);
    assertThat(roc.actDcf(frequent).at())
        .isEqualTo(new RocPoint(frequent.bayesThreshold(), false, 0, 1));
  }

  /** Thresholds 1 and 3 cost the same: ½ + 0 and 0 + ½. */
  @Test
  void lowestOfEquallyGoodThresholds() {
    Roc roc = roc(scores(1, 3), scores(0, 2));
    assertThat(roc.minDcf(EVEN)).isEqualTo(new DetectionCost(0.5, new RocPoint(1, false, 0, 0.5)));
  }

  @Test
  void acceptAllAndRejectAllAreThresholds() {
    Roc roc = roc(scores(0), scores(1));
    assertThat(roc.minDcf(EVEN).at()).isEqualTo(new RocPoint(0, false, 0, 1));
    assertThat(roc.minDcf(OperatingPoint.ofPrior(0.1)).at())
        .isEqualTo(new RocPoint(INF, true, 1, 0));
  }

  /** A false alarm of 1e-14 makes no difference, so the threshold is below that trial. */
  @Test
  void thresholdBetweenCornersOfTheHull() {
    double[] scores = {2, 0, 1};
    boolean[] isTarget = {true, false, false};
    Roc roc = Roc.of(ScoredTrials.of(scores, isTarget, new double[] {1, 1, 1e-14}));
    assertThat(roc.minDcf(EVEN).at().threshold()).isEqualTo(1);
    roc = Roc.of(ScoredTrials.of(scores, isTarget, new double[] {1, 1, 1e-10}));
    assertThat(roc.minDcf(EVEN).at().threshold()).isEqualTo(2);
  }

  @Test
  void trialsOfWeightZeroAreNoThresholds() {
    ScoredTrials trials =
        ScoredTrials.of(
            new double[] {3, 0, 1, 2},
            new boolean[] {true, false, true, false},
            new double[] {1, 1, 0, 0});
    assertThat(Roc.of(trials).minDcf(EVEN).at()).isEqualTo(new RocPoint(3, false, 0, 0));
    assertThat(Roc.of(trials).pav().hi(0)).isZero();
    assertThat(trials.size()).isEqualTo(4);
  }

  @Test
  void primaryCostIsTheMeanOfTwo() {
    Roc roc = roc(scores(1, 2, 3, 4), scores(0, 0.5, 1.5, 2.5, -1));
    double a = roc.minDcf(OperatingPoint.ofPrior(0.01)).dcf();
    double b = roc.minDcf(OperatingPoint.ofPrior(0.005)).dcf();
    assertThat(roc.cprmMin()).isEqualTo((a + b) / 2);
  }
}
