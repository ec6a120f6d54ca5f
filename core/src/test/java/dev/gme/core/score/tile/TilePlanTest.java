package dev.gme.core.score.tile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the plan of a tile says of the error of its expansion. */
class TilePlanTest {
  /** Eight components of each, so that those of a group are alike. */
  private static final double[] LAMBDA =
      IntStream.range(0, 24).mapToDouble(k -> new double[] {5, 1, 0.2}[k / 8]).toArray();

  private static final ComponentGroups GROUPS = new ComponentGroups(LAMBDA);

  private static TileStatistics between(double lowest, double highest) {
    double[] b =
        IntStream.range(0, 100).mapToDouble(i -> lowest + (highest - lowest) * i / 99).toArray();
    return TileStatistics.expected(GROUPS, b, 0, b.length);
  }

  /** g − Σ_r left·right of component k, from the factors as they are written (docs/math.md 6.1). */
  private static double leftOut(TilePlan plan, int k, double b, double s) {
    double p = 0.5 + LAMBDA[k] * b;
    double q = 0.5 + LAMBDA[k] * s;
    double alpha = plan.alpha[k];
    double beta = plan.beta[k];
    double left = (alpha + beta) / (p + beta);
    double right = 1 / (q + alpha);
    double sum = 0;
    for (int r = 0; r < ranks(plan, k); r++) {
      sum += left * right;
      left *= (p - alpha) / (p + beta);
      right *= (q - beta) / (q + alpha);
    }
    return 1 / (p + q) - sum;
  }

  private static int ranks(TilePlan plan, int k) {
    return (int) Arrays.stream(plan.blocks).filter(size -> k < size).count();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void biasIsHalfOfWhatIsLeftOutOfOneSpeakersScores(int evenRanks) {
    TilePlan plan = plan(evenRanks, 3e-3);
    assertThat(plan.blocks).as("components of several numbers of ranks").hasSizeGreaterThan(1);
    Chebyshev b = new Chebyshev(0.5, 0.9, 0.3, 4);
    Chebyshev s = new Chebyshev(2, 3, 0.3, 3);
    double[] bias = plan.bias(b, s);
    assertThat(bias).hasSize(12);
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 3; j++) {
        double sum = 0;
        for (int k = 0; k < LAMBDA.length; k++) {
          if (ranks(plan, k) <= evenRanks) {
            double product = LAMBDA[k] * b.node(i) * LAMBDA[k] * s.node(j);
            sum += 0.5 * product * leftOut(plan, k, b.node(i), s.node(j));
          }
        }
        // The shifts of a plan are floats, and ρ is a small difference.
        assertThat(bias[i * 3 + j]).isCloseTo(sum, within(1e-12 + 1e-9 * Math.abs(sum)));
      }
    }
  }

  @Test
  void boundHoldsWhereRanksEndWithinAGroup() {
    float[] ones = new float[LAMBDA.length];
    Arrays.fill(ones, 1);
    int within = 0;
    for (double tolerance = 1e-1; tolerance > 1e-7; tolerance *= 0.7) {
      TilePlan plan = plan(2, tolerance);
      within += Arrays.stream(plan.blocks).anyMatch(size -> size % 8 != 0) ? 1 : 0;
      double largest = 0;
      for (double b : new double[] {0.5, 0.9}) {
        for (double s : new double[] {2, 3}) {
          double sum = 0;
          for (int k = 0; k < LAMBDA.length; k++) {
            sum += Math.abs(leftOut(plan, k, b, s));
          }
          largest = Math.max(largest, sum);
        }
      }
      assertThat(largest).isLessThanOrEqualTo(plan.errorBound(ones, ones, 0) + 1e-14);
    }
    assertThat(within).isGreaterThan(5);
  }

  /** Their mean would be in the gap, where errors are small. */
  @Test
  void samplesOfTwoClustersAreNotBetweenThem() {
    double[] b = IntStream.range(0, 300).mapToDouble(i -> i < 100 ? 1 : 2).toArray();
    TileStatistics statistics = TileStatistics.expected(GROUPS, b, 0, b.length);
    double square = 0;
    for (int i = 0; i < statistics.samples.length; i++) {
      square += statistics.shares[i] * Math.pow(statistics.samples[i] - 1.5, 2);
    }
    assertThat(square).isCloseTo(0.25, within(1e-6));
    assertThat(statistics.mean()).isCloseTo(5 / 3.0, within(1e-6));
  }

  /** The bias halves what pairs of one speaker lack, so fewer ranks do. */
  @Test
  void biasSavesRanks() {
    assertThat(columns(2)).isLessThan(columns(0));
  }

  /** Over some tolerances: with 24 components one alone may want the same. */
  private static double columns(int evenRanks) {
    return DoubleStream.of(1e-2, 5e-3, 2e-3, 1e-3, 1e-4)
        .map(tolerance -> plan(evenRanks, tolerance).columns)
        .sum();
  }

  private static TilePlan plan(int evenRanks, double tolerance) {
    TileStatistics rows = between(0.5, 0.9);
    TileStatistics cols = between(2, 3);
    return new TilePlan(GROUPS, rows, cols, TilePlan.Accuracy.SCORE, evenRanks, tolerance, 0.8);
  }

  @Test
  void groupsAreOfComponentsAlike() {
    double[] lambda = {100, 5, 4.9, 4.8, 4.7, 4.6, 4.5, 4.4, 4.3, 4.2, 3.6, 1, 0, 0};
    ComponentGroups groups = new ComponentGroups(lambda);
    int[] first = IntStream.rangeClosed(0, groups.count()).map(groups::first).toArray();
    assertThat(first).containsExactly(0, 1, 9, 11, 12, 14);
    assertThat(groups.middle(1)).isEqualTo(4);
    assertThat(groups.middle(2)).as("the larger of two").isEqualTo(9);
    assertThat(groups.last(1)).isEqualTo(8);
    assertThat(groups.size(1)).isEqualTo(8);
  }
}
