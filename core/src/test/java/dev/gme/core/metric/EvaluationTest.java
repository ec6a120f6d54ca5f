package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluationTest {
  private static final double INF = Double.POSITIVE_INFINITY;
  private static final OperatingPoint EVEN = OperatingPoint.ofPrior(0.5);

  private static double[] scores(double... scores) {
    return scores;
  }

  private static Evaluation evaluate(double[] targets, double[] nontargets) {
    return Evaluation.of(
        TrialSet.of(targets, nontargets).trials(), EvaluationOptions.of(List.of(EVEN)));
  }

  private static void assertRates(
      Evaluation e, double rocch, double interpolated, double auc, double minDcf, double minCllr) {
    assertThat(e.metrics().eerRocch()).isEqualTo(rocch);
    assertThat(e.metrics().eerInterpolated()).isEqualTo(interpolated);
    assertThat(e.metrics().auc()).isEqualTo(auc);
    assertThat(e.metrics().minDcf(EVEN)).isEqualTo(minDcf);
    assertThat(e.metrics().minCllr()).isEqualTo(minCllr);
  }

  @Test
  void oneOfEachSeparated() {
    Evaluation e = evaluate(scores(2), scores(-1));
    assertRates(e, 0, 0, 1, 0, 0);
    assertThat(e.costs().get(0).min().at()).isEqualTo(new RocPoint(2, false, 0, 0));
    assertThat(e.targets()).isEqualTo(1);
    assertThat(e.nontargets()).isEqualTo(1);
    assertThat(e.costs().get(0).minErrors()).isEqualTo(new ErrorCounts(0, 0));
    assertThat(e.costs().get(0).minErrors().isDoubtful()).isTrue();
  }

  @Test
  void oneOfEachReversed() {
    Evaluation e = evaluate(scores(-1), scores(2));
    assertRates(e, 0.5, 1, 0, 1, 1);
    assertThat(e.metrics().actDcf(EVEN)).isEqualTo(2);
    assertThat(e.costs().get(0).actErrors()).isEqualTo(new ErrorCounts(1, 1));
  }

  @Test
  void oneOfEachTied() {
    assertRates(evaluate(scores(0.5), scores(0.5)), 0.5, 0.5, 0.5, 1, 1);
  }

  @Test
  void infiniteScoresOfTheRightSign() {
    Evaluation e = evaluate(scores(INF, INF), scores(-INF));
    assertRates(e, 0, 0, 1, 0, 0);
    assertThat(e.metrics().cllr()).isZero();
    assertThat(e.metrics().actDcf(EVEN)).isZero();
    assertThat(e.costs().get(0).min().at().threshold()).isEqualTo(INF);
    assertThat(e.costs().get(0).min().at().rejectsAll()).isFalse();
  }

  @Test
  void infiniteScoresOfTheWrongSign() {
    Evaluation e = evaluate(scores(-INF), scores(INF));
    assertRates(e, 0.5, 1, 0, 1, 1);
    assertThat(e.metrics().cllr()).isEqualTo(INF);
    assertThat(e.det()).hasSize(3);
  }

  /** 60 targets, of which k score below 0; 60 non-targets, of which m score at 0 or above. */
  private static Evaluation withErrors(int k, int m) {
    double[] targets = new double[60];
    double[] nontargets = new double[60];
    for (int i = 0; i < 60; i++) {
      targets[i] = i < k ? -1 - i : 1 + i;
      nontargets[i] = i < m ? 0 : -0.5;
    }
    return evaluate(targets, nontargets);
  }

  @Test
  void ruleOfThirty() {
    assertThat(withErrors(30, 30).costs().get(0).actErrors()).isEqualTo(new ErrorCounts(30, 30));
    assertThat(withErrors(30, 30).costs().get(0).actErrors().isDoubtful()).isFalse();
    assertThat(withErrors(29, 30).costs().get(0).actErrors().isDoubtful()).isTrue();
    assertThat(withErrors(30, 29).costs().get(0).actErrors().isDoubtful()).isTrue();
  }

  @Test
  void errorsAreCountedNotWeighed() {
    ScoredTrials trials =
        ScoredTrials.of(
            new double[] {-1, -2, 3, -4, 5, 6},
            new boolean[] {true, true, true, false, false, false},
            new double[] {0.5, 0, 7, 2, 3, 0});
    Evaluation e = Evaluation.of(trials, EvaluationOptions.of(List.of(EVEN)));
    assertThat(e.costs().get(0).actErrors()).isEqualTo(new ErrorCounts(1, 1));
    assertThat(e.targets()).isEqualTo(2);
    assertThat(e.nontargets()).isEqualTo(2);
  }

  /** Around the places at which counts are kept. */
  @ParameterizedTest
  @ValueSource(ints = {4095, 4096, 4097, 8192, 10_000})
  void countsErrorsOfManyTrials(int n) {
    double[] scores = new double[n];
    boolean[] isTarget = new boolean[n];
    for (int i = 0; i < n; i++) {
      scores[i] = (i * 7919L) % n;
      isTarget[i] = i % 3 == 0;
    }
    TrialCounter counter = new TrialCounter(ScoredTrials.of(scores, isTarget));
    for (double t : new double[] {0, 1, 4095, 4096, 4097, 8191.5, n - 1, n, INF}) {
      int misses = 0;
      int falseAlarms = 0;
      for (int i = 0; i < n; i++) {
        misses += isTarget[i] && scores[i] < t ? 1 : 0;
        falseAlarms += !isTarget[i] && scores[i] >= t ? 1 : 0;
      }
      assertThat(counter.errors(new RocPoint(t, false, 0, 0)))
          .isEqualTo(new ErrorCounts(misses, falseAlarms));
    }
    assertThat(counter.errors(new RocPoint(INF, true, 1, 0)))
        .isEqualTo(new ErrorCounts((n + 2) / 3, 0));
  }

  @Test
  void primaryCosts() {
    ScoredTrials trials = TrialSet.of(scores(1, 2, 3, 4), scores(0, 0.5, 1.5, 2.5, -1)).trials();
    Metrics m = Evaluation.of(trials).metrics();
    assertThat(m.minCost(CostPreset.SRE16)).isEqualTo(Roc.of(trials).cprmMin());
    OperatingPoint[] p = CostPreset.SRE16.points().toArray(OperatingPoint[]::new);
    assertThat(m.actCost(CostPreset.SRE16)).isEqualTo((m.actDcf(p[0]) + m.actDcf(p[1])) / 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> m.minDcf(EVEN))
        .withMessageContaining("was not evaluated");
  }

  private static ScoredTrials threeOfEach() {
    return ScoredTrials.of(
        new double[] {-1, 1, 2, -3, 0.5, -4},
        new boolean[] {true, true, true, false, false, false});
  }

  /** Both partitions by hand: misses 1/2 and 0/1, false alarms 0/1 and 1/2 at threshold 0. */
  @Test
  void partitionsCountTheSame() {
    ScoredTrials trials = threeOfEach().equalized(new int[] {10, 10, 20, 10, 20, 20});
    DetectionCost act = Roc.of(trials).actDcf(EVEN);
    assertThat(act.at().pMiss()).isEqualTo(0.25);
    assertThat(act.at().pFa()).isEqualTo(0.25);
    assertThat(trials.targetWeight()).isEqualTo(3);
    EqualizedPartitions partitions = trials.partitions().orElseThrow();
    assertThat(partitions.count()).isEqualTo(2);
    assertThat(partitions.lackingTargets()).isEmpty();
    assertThat(partitions.lackingNontargets()).isEmpty();
  }

  @Test
  void whatAPartitionLacksIsTold() {
    ScoredTrials trials = threeOfEach().equalized(new int[] {1, 1, 2, 1, 3, 3});
    EqualizedPartitions partitions = trials.partitions().orElseThrow();
    assertThat(partitions.lackingTargets()).containsExactly(3);
    assertThat(partitions.lackingNontargets()).containsExactly(2);
    assertThat(Roc.of(trials).actDcf(EVEN).at().pFa()).isEqualTo(0.25);
    // A partition all of whose targets have weight 0 lacks them, too; and weights may come later.
    double[] weights = {1, 1, 0, 1, 1, 1};
    assertThat(trials.withWeights(weights).partitions().orElseThrow().lackingTargets())
        .containsExactly(2, 3);
    assertThat(threeOfEach().partitions()).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> threeOfEach().equalized(new int[2]))
        .withMessage("2 partitions for 6 scores");
  }

  @Test
  void equalizedMetricsAreThoseOfTheWeights() {
    TrialSet set = TrialSet.random(3);
    int[] partition = new int[set.size()];
    Arrays.setAll(partition, i -> i % 2);
    double[] weights = set.weights.clone();
    for (boolean kind : new boolean[] {true, false}) {
      double[] sum = new double[2];
      for (int i = 0; i < weights.length; i++) {
        sum[i % 2] += set.isTarget[i] == kind ? weights[i] : 0;
      }
      for (int i = 0; i < weights.length; i++) {
        weights[i] *= set.isTarget[i] == kind ? (sum[0] + sum[1]) / (2 * sum[i % 2]) : 1;
      }
    }
    Metrics a = Evaluation.of(set.trials().equalized(partition)).metrics();
    Metrics b = Evaluation.of(set.withWeights(weights).trials()).metrics();
    assertThat(BootstrapTest.figures(a))
        .containsExactly(BootstrapTest.figures(b), BootstrapTest.CLOSE);
  }
}
