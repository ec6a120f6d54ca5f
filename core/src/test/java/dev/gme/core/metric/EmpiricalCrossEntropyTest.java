package dev.gme.core.metric;

import static dev.gme.core.metric.TrialSet.scores;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmpiricalCrossEntropyTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  /** Twice the bound of one cell, in bits. */
  private static final double CELLS = 3e-6;

  /** Seed 5: 20,000 trials with weights from 0 to 2 and scores to ±200. */
  private static TrialSet many() {
    SplittableRandom random = new SplittableRandom(5);
    int n = 20_000;
    TrialSet set = new TrialSet(new double[n], new boolean[n], new double[n]);
    for (int i = 0; i < n; i++) {
      set.isTarget[i] = random.nextInt(5) == 0;
      double spread = random.nextInt(10) == 0 ? 200 : 6;
      set.scores[i] = (set.isTarget[i] ? 2 : -2) + random.nextDouble(-spread, spread);
      set.weights[i] = random.nextInt(3);
    }
    return set;
  }

  private static double byDefinition(TrialSet set, double logOdds) {
    double[] sum = new double[2];
    double[] all = new double[2];
    for (int i = 0; i < set.scores.length; i++) {
      int kind = set.isTarget[i] ? 1 : 0;
      double x = (set.isTarget[i] ? -1 : 1) * (set.scores[i] + logOdds);
      sum[kind] += set.weights[i] * (Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))));
      all[kind] += set.weights[i];
    }
    double p = 1 / (1 + Math.exp(-logOdds));
    return (p * sum[1] / all[1] + (1 - p) * sum[0] / all[0]) / Math.log(2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-20, -7, -1, 0, 0.5, 3, 20})
  void isItsDefinition(double logOdds) {
    TrialSet set = many();
    assertThat(EmpiricalCrossEntropy.of(set.trials()).at(logOdds))
        .isEqualTo(byDefinition(set, logOdds), within(CELLS));
  }

  @Test
  void isCllrAtEvenOdds() {
    ScoredTrials trials = many().trials();
    Pav pav = Pav.of(trials);
    assertThat(EmpiricalCrossEntropy.of(trials).at(0)).isEqualTo(Cllr.of(trials), within(CELLS));
    assertThat(EmpiricalCrossEntropy.calibrated(pav).at(0))
        .isEqualTo(Cllr.minimum(pav), within(CELLS));
    assertThat(EmpiricalCrossEntropy.neutral(0)).isEqualTo(1, within(1e-15));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-8, -2, 0, 1, 6})
  void calibratedScoresAreNeverWorseThanOthersOrNone(double logOdds) {
    ScoredTrials trials = many().trials();
    double best = EmpiricalCrossEntropy.calibrated(Pav.of(trials)).at(logOdds);
    assertThat(best).isLessThan(EmpiricalCrossEntropy.of(trials).at(logOdds) + CELLS);
    assertThat(best).isLessThan(EmpiricalCrossEntropy.neutral(logOdds) + CELLS);
  }

  @Test
  void scoresOfZeroAreNeutral() {
    ScoredTrials trials = TrialSet.of(scores(0, 0), scores(0)).trials();
    for (double t = -5; t <= 5; t++) {
      assertThat(EmpiricalCrossEntropy.of(trials).at(t))
          .isEqualTo(EmpiricalCrossEntropy.neutral(t), within(1e-12));
    }
    double p = 0.1;
    double entropy = -(p * Math.log(p) + (1 - p) * Math.log(1 - p)) / Math.log(2);
    assertThat(EmpiricalCrossEntropy.neutral(Math.log(p / (1 - p))))
        .isEqualTo(entropy, within(1e-15));
  }

  @Test
  void infiniteScoresCostNothingOrAll() {
    assertThat(EmpiricalCrossEntropy.of(TrialSet.of(scores(INF, INF), scores(-INF)).trials()).at(1))
        .isZero();
    assertThat(EmpiricalCrossEntropy.of(TrialSet.of(scores(-INF, 3), scores(-1)).trials()).at(1))
        .isEqualTo(INF);
  }

  @Test
  void priorsMustBePossible() {
    EmpiricalCrossEntropy e = EmpiricalCrossEntropy.of(TrialSet.of(scores(1), scores(0)).trials());
    assertThatIllegalArgumentException().isThrownBy(() -> e.at(21));
    assertThatIllegalArgumentException().isThrownBy(() -> e.at(Double.NaN));
  }

  @Test
  void misleadingEvidenceIsOnTheWrongSideOfZero() {
    ScoredTrials trials =
        ScoredTrials.of(
            scores(-1, 0, 2, 3, 4, 0, -2, -INF),
            new boolean[] {true, true, true, true, false, false, false, false},
            new double[] {1, 1, 1, 1, 3, 1, 1, 1});
    MisleadingEvidence rates = MisleadingEvidence.of(trials);
    assertThat(rates.targets()).isEqualTo(0.25);
    assertThat(rates.nontargets()).isEqualTo(0.5);
  }
}
