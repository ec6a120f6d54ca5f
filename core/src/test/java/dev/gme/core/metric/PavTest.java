package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gme.core.Seeds;
import org.junit.jupiter.api.Test;

class PavTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  /** Non-targets below, a violation from 2 to 5, a target above. */
  @Test
  void blocksOfASmallSet() {
    Pav pav = Pav.of(TrialSet.of(new double[] {2, 4, 6}, new double[] {0, 1, 3, 5}).trials());
    assertThat(pav.size()).isEqualTo(3);
    assertBlock(pav, 0, 0, 2, 0, 1, -INF);
    assertBlock(pav, 1, 2, 2, 2, 5, Math.log(2 / 3.0) - Math.log(2 / 4.0));
    assertBlock(pav, 2, 1, 0, 6, 6, INF);
    assertThat(pav.targetWeight()).isEqualTo(3);
    assertThat(pav.nontargetWeight()).isEqualTo(4);
  }

  private static void assertBlock(
      Pav pav, int k, double targets, double nontargets, double lo, double hi, double llr) {
    assertThat(pav.targets(k)).isEqualTo(targets);
    assertThat(pav.nontargets(k)).isEqualTo(nontargets);
    assertThat(pav.lo(k)).isEqualTo(lo);
    assertThat(pav.hi(k)).isEqualTo(hi);
    assertThat(pav.llr(k)).isEqualTo(llr);
  }

  /** Neighbours in equal proportion are one block. */
  @Test
  void equalProportionsAreMerged() {
    Pav pav = Pav.of(TrialSet.of(new double[] {0, 1, 1}, new double[] {0, 1, 1}).trials());
    assertThat(pav.size()).isEqualTo(1);
    assertThat(pav.llr(0)).isZero();
  }

  @Test
  void infiniteScoresBoundBlocks() {
    Pav pav = Pav.of(TrialSet.of(new double[] {INF, 0}, new double[] {-INF, 1}).trials());
    assertThat(pav.size()).isEqualTo(3);
    assertThat(pav.hi(0)).isEqualTo(-INF);
    assertThat(pav.lo(2)).isEqualTo(INF);
  }

  /** The share of targets rises from score to score: as many blocks as there are scores. */
  @Test
  void manyBlocks() {
    int n = 1000;
    double[] scores = new double[2 * n];
    boolean[] isTarget = new boolean[2 * n];
    double[] weights = new double[2 * n];
    for (int i = 0; i < n; i++) {
      scores[i] = i;
      isTarget[i] = true;
      weights[i] = i + 1;
      scores[n + i] = i;
      weights[n + i] = n - i;
    }
    Pav pav = Pav.of(ScoredTrials.of(scores, isTarget, weights));
    assertThat(pav.size()).isEqualTo(n);
    assertThat(pav.llr(n - 1)).isEqualTo(Math.log(n), within(1e-12));
  }

  @Seeds(100)
  void blocksAscendAndHoldAllWeight(long seed) {
    ScoredTrials trials = TrialSet.random(seed).trials();
    Pav pav = Pav.of(trials);
    double targets = 0;
    double nontargets = 0;
    for (int k = 0; k < pav.size(); k++) {
      assertThat(pav.lo(k)).isLessThanOrEqualTo(pav.hi(k));
      if (k > 0) {
        assertThat(pav.lo(k)).isGreaterThan(pav.hi(k - 1));
        assertThat(pav.targets(k - 1) * pav.nontargets(k))
            .isLessThan(pav.targets(k) * pav.nontargets(k - 1));
      }
      targets += pav.targets(k);
      nontargets += pav.nontargets(k);
    }
    assertThat(targets).isEqualTo(trials.targetWeight(), within(1e-12));
    assertThat(nontargets).isEqualTo(trials.nontargetWeight(), within(1e-12));
  }
}
