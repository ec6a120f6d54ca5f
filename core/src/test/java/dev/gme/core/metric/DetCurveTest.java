package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gme.core.math.StandardNormal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DetCurveTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  @Test
  void fewPointsAreAllKept() {
    ScoredTrials trials = TrialSet.of(new double[] {1, 3}, new double[] {0, 1, 2}).trials();
    assertThat(DetCurve.of(trials, 0.01))
        .containsExactly(
            new RocPoint(0, false, 0, 1),
            new RocPoint(1, false, 0, 2 / 3.0),
            new RocPoint(2, false, 0.5, 1 / 3.0),
            new RocPoint(3, false, 0.5, 0),
            new RocPoint(INF, true, 1, 0));
  }

  /** All points of the ROC, by the definition. */
  private static List<RocPoint> all(ScoredTrials trials) {
    List<RocPoint> out = new ArrayList<>();
    DistinctScores s = trials.distinctScores();
    boolean more = true;
    while (more) {
      more = s.next();
      out.add(
          new RocPoint(
              more ? s.score() : INF,
              !more,
              s.targetsBelow() / trials.targetWeight(),
              (trials.nontargetWeight() - s.nontargetsBelow()) / trials.nontargetWeight()));
    }
    return out;
  }

  private static double deviate(double rate) {
    return StandardNormal.quantile(Math.min(Math.max(rate, 1e-9), 1 - 1e-9));
  }

  private static boolean near(RocPoint a, RocPoint b, double resolution) {
    double limit = resolution * (1 + 1e-6);
    return Math.abs(deviate(a.pMiss()) - deviate(b.pMiss())) <= limit
        && Math.abs(deviate(a.pFa()) - deviate(b.pFa())) <= limit;
  }

  /** Seed 4: 50,000 trials, of which a tenth, half, or one are targets. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0})
  void thinnedPointsRepresentAll(double share) {
    Random random = new Random(4);
    double[] scores = new double[50_000];
    boolean[] isTarget = new boolean[scores.length];
    for (int i = 0; i < scores.length; i++) {
      isTarget[i] = i == 0 || random.nextDouble() < share;
      scores[i] = 2 * random.nextGaussian() + (isTarget[i] ? 2 : -2);
    }
    ScoredTrials trials = ScoredTrials.of(scores, isTarget);
    double resolution = 0.05;
    List<RocPoint> kept = DetCurve.of(trials, resolution);
    List<RocPoint> points = all(trials);
    assertThat(kept).hasSizeLessThan(1000).doesNotHaveDuplicates();
    assertThat(new HashSet<>(points).containsAll(kept)).isTrue();
    assertThat(kept.get(0)).isEqualTo(points.get(0));
    assertThat(kept.get(kept.size() - 1)).isEqualTo(points.get(points.size() - 1));
    int k = -1;
    for (RocPoint point : points) {
      if (k + 1 < kept.size() && point.equals(kept.get(k + 1))) {
        k++;
      } else {
        assertThat(near(point, kept.get(k), resolution))
            .as("%s and %s", point, kept.get(k))
            .isTrue();
        assertThat(near(kept.get(k + 1), kept.get(k), resolution)).isTrue();
      }
    }
  }

  @Test
  void resolutionMustBePositive() {
    for (double resolution : new double[] {0, -1, Double.NaN, INF}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new EvaluationOptions(List.of(), resolution));
    }
  }
}
