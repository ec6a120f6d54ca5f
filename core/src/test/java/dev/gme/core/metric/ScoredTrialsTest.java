package dev.gme.core.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScoredTrialsTest {
  private static final boolean[] BOTH_KINDS = {true, false};

  /** Shapes of scores that fill few or many buckets, differ in few or in all bytes, or are tied. */
  static Stream<Arguments> shapes() {
    return Stream.of(
            shape("spread", x -> 20 * (x - 0.5)),
            shape("far from 0", x -> 10 * x - 1000),
            shape("one outlier", x -> x < 1e-3 ? 1e300 : 1000 + x),
            shape("one bucket but for the infinite", x -> x < 0.1 ? -1 / 0.0 : 1 + x / 1000),
            shape("last bits only", x -> 1 + Math.ulp(1.0) * Math.rint(300 * x)),
            shape("all sizes", x -> Math.tan(Math.PI * (x - 0.5)) * Math.exp(600 * (x - 0.5))),
            shape("subnormal", x -> Double.MIN_VALUE * Math.rint(1e6 * (x - 0.5))),
            shape("floats", x -> (float) (8 * x - 4)),
            shape("tied", x -> Math.rint(4 * (x - 0.5))),
            shape("equal", x -> -2.5),
            shape("infinite", x -> x < 0.2 ? -1 / 0.0 : x > 0.9 ? 1 / 0.0 : x))
        .flatMap(
            s ->
                IntStream.of(2, 3, 63, 64, 65, 1000, 20_000)
                    .mapToObj(n -> Arguments.of(s.get()[0], s.get()[1], n)));
  }

  private static Arguments shape(String name, DoubleUnaryOperator shape) {
    return Arguments.of(name, shape);
  }

  /** Seed 5. The scores, sorted with their labels by the library, against the walk. */
  @ParameterizedTest(name = "{0}, {2} trials")
  @MethodSource("shapes")
  void sorts(String name, DoubleUnaryOperator shape, int n) {
    SplittableRandom random = new SplittableRandom(5);
    double[] scores = new double[n];
    boolean[] isTarget = new boolean[n];
    for (int i = 0; i < n; i++) {
      scores[i] = shape.applyAsDouble(random.nextDouble());
      isTarget[i] = i == 0 || (i > 1 && random.nextBoolean());
    }
    double[] given = scores.clone();
    ScoredTrials trials = ScoredTrials.of(scores, isTarget);
    assertThat(scores).as("the caller's array").isEqualTo(given);
    Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (a, b) -> Double.compare(scores[a] + 0.0, scores[b] + 0.0));
    for (int p = 0; p < n; p++) {
      assertThat(trials.score(p)).isEqualTo(scores[order[p]] + 0.0);
      assertThat(trials.isTarget(p)).isEqualTo(isTarget[order[p]]);
    }
  }

  @Test
  void floatsAreTheSameTrialsAsTheirDoubles() {
    float[] floats = {0.1f, -3.7f, 2.5f, -0.0f, 0.0f, Float.NEGATIVE_INFINITY, 1e-42f};
    double[] doubles = IntStream.range(0, floats.length).mapToDouble(i -> floats[i]).toArray();
    boolean[] isTarget = {true, false, true, false, true, false, true};
    double[] weights = {1, 2, 0.5, 3, 1, 1, 4};
    assertThat(Roc.of(ScoredTrials.of(floats, isTarget)).hull())
        .isEqualTo(Roc.of(ScoredTrials.of(doubles, isTarget)).hull());
    assertThat(Roc.of(ScoredTrials.of(floats, isTarget, weights)).hull())
        .isEqualTo(Roc.of(ScoredTrials.of(doubles, isTarget, weights)).hull());
  }

  @Test
  void stepsOfASmallSet() {
    ScoredTrials trials =
        ScoredTrials.of(
            new double[] {5, 1, 5, 3, 1},
            new boolean[] {true, false, false, true, false},
            new double[] {2, 1, 4, 0, 0.5});
    DistinctScores steps = trials.distinctScores();
    assertThat(steps.next()).isTrue();
    assertStep(steps, 1, 0, 1.5, 0, 0);
    assertThat(steps.next()).isTrue();
    assertStep(steps, 5, 2, 4, 0, 1.5);
    assertThat(steps.next()).isFalse();
    assertThat(steps.targetsBelow()).isEqualTo(2);
    assertThat(steps.nontargetsBelow()).isEqualTo(5.5);
  }

  private static void assertStep(
      DistinctScores s,
      double score,
      double targets,
      double nontargets,
      double below,
      double nonBelow) {
    assertThat(s.score()).isEqualTo(score);
    assertThat(s.targets()).isEqualTo(targets);
    assertThat(s.nontargets()).isEqualTo(nontargets);
    assertThat(s.targetsBelow()).isEqualTo(below);
    assertThat(s.nontargetsBelow()).isEqualTo(nonBelow);
  }

  @Test
  void weightsMayBringATrialBack() {
    double[] scores = {1, 0, 2};
    boolean[] isTarget = {true, false, false};
    ScoredTrials without = ScoredTrials.of(scores, isTarget, new double[] {1, 1, 0});
    assertThat(Roc.of(without).auc()).isEqualTo(1);
    assertThat(Roc.of(without.withWeights(new double[] {1, 1, 1})).auc()).isEqualTo(0.5);
    assertThat(Roc.of(without).auc()).as("the first is as it was").isEqualTo(1);
  }

  @Test
  void doesNotKeepTheCallersArrays() {
    double[] scores = {1, 0};
    double[] weights = {1, 1};
    ScoredTrials trials = ScoredTrials.of(scores, BOTH_KINDS, weights);
    scores[0] = -1;
    weights[0] = 7;
    assertThat(trials.targetWeight()).isEqualTo(1);
    assertThat(Roc.of(trials).auc()).isEqualTo(1);
  }

  @Test
  void refusesNaNScores() {
    assertRefused(
        () -> ScoredTrials.of(new double[] {1, Double.NaN}, BOTH_KINDS),
        "scores must be numbers, but the score of trial 1 (counted from 0) is NaN",
        "find out why the scorer gave NaN there, or leave that trial out");
    assertThatThrownBy(() -> ScoredTrials.of(new float[] {Float.NaN, 1}, BOTH_KINDS))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("the score of trial 0");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY, 1e-101, 1e101, -1e-320})
  void refusesWeights(double weight) {
    String message =
        "a weight must be 0 or lie between 1.0E-100 and 1.0E100, but that of trial 1 (counted from"
            + " 0) is "
            + weight;
    String help = "correct the weights; a weight of 0 leaves a trial out";
    double[] weights = {1, weight};
    double[] scores = {1, 0};
    assertRefused(() -> ScoredTrials.of(scores, BOTH_KINDS, weights), message, help);
    ScoredTrials trials = ScoredTrials.of(scores, BOTH_KINDS);
    assertRefused(() -> trials.withWeights(weights), message, help);
  }

  @Test
  void weightsAtTheLimitsWork() {
    for (double w : new double[] {1e-100, 1e100}) {
      double[] weights = {w, w, w, w};
      Roc roc =
          Roc.of(
              ScoredTrials.of(
                  new double[] {1, 3, 0, 2}, new boolean[] {true, true, false, false}, weights));
      assertThat(roc.eerRocch()).isEqualTo(0.25);
      assertThat(roc.auc()).isEqualTo(0.75);
    }
  }

  @Test
  void refusesAnEmptySide() {
    String help =
        "check that the key names both kinds of trials and that its ids are those of the scores";
    assertRefused(
        () -> ScoredTrials.of(new double[] {1, 2}, new boolean[2]),
        "metrics need target and non-target trials, but among 2 trials no target trial has a"
            + " weight above 0",
        help);
    assertRefused(
        () -> ScoredTrials.of(new double[] {1, 2}, BOTH_KINDS, new double[] {1, 0}),
        "metrics need target and non-target trials, but among 2 trials no non-target trial has a"
            + " weight above 0",
        help);
    assertThatThrownBy(() -> ScoredTrials.of(new double[0], new boolean[0]))
        .isInstanceOf(GmeException.class)
        .hasMessageContaining("among 0 trials no target trial");
  }

  private static void assertRefused(Runnable call, String message, String help) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            GmeException.class,
            e -> {
              assertThat(e).hasMessage(message);
              assertThat(e.help()).isEqualTo(help);
            });
  }

  @Test
  void sizesMustMatch() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScoredTrials.of(new double[3], new boolean[2]))
        .withMessage("2 labels for 3 scores");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScoredTrials.of(new double[2], BOTH_KINDS, new double[3]))
        .withMessage("3 weights for 2 scores");
  }

  /** More recordings than are scored at a time; seed 1. */
  @Test
  void allPairsOfOneSet() {
    int n = 130;
    SeededRandom random = new SeededRandom(1);
    double[] b = new double[n];
    int[] speakers = new int[n];
    for (int i = 0; i < n; i++) {
      b[i] = 0.5 + random.nextDouble();
      speakers[i] = 7 - random.nextInt(9);
    }
    MetaEmbeddings e =
        MetaEmbeddings.of(
            DoubleMatrix.wrap(n, 3, random.gaussians(3 * n)), b, new double[] {3, 2, 1});
    DoubleMatrix llr = e.llr(e);
    double[] scores = new double[n * (n - 1) / 2];
    boolean[] isTarget = new boolean[scores.length];
    int t = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        scores[t] = llr.get(i, j);
        isTarget[t++] = speakers[i] == speakers[j];
      }
    }
    MetricSummary figures = MetricSummary.of(ScoredTrials.ofAllPairs(e, speakers));
    assertThat(figures).isEqualTo(MetricSummary.of(ScoredTrials.of(scores, isTarget)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScoredTrials.ofAllPairs(e, new int[3]))
        .withMessage("130 recordings need as many speakers, found 3");
  }

  @Test
  void allPairsOfTwoSets() {
    DoubleMatrix scores = DoubleMatrix.of(new double[][] {{1, 2, 3}, {4, 5, 6}});
    ScoredTrials trials = ScoredTrials.ofAllPairs(scores, new int[] {8, -1}, new int[] {-1, 8, 5});
    ScoredTrials expected =
        ScoredTrials.of(scores.array(), new boolean[] {false, true, false, true, false, false});
    assertThat(MetricSummary.of(trials)).isEqualTo(MetricSummary.of(expected));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScoredTrials.ofAllPairs(scores, new int[3], new int[2]))
        .withMessage("speakers of 3 rows and 2 columns for 2 x 3 scores");
  }

  @Test
  void meansOfFigures() {
    MetricSummary a = new MetricSummary(0.1, 0.2, 0.5, 0.25);
    MetricSummary b = new MetricSummary(0.3, 0.4, 1.5, 0.75);
    MetricSummary mean = MetricSummary.mean(List.of(a, b));
    assertThat(mean).hasToString("EER 20.00 %, Cprm_min 0.300, Cllr 1.000, min Cllr 0.500");
    assertThatIllegalArgumentException().isThrownBy(() -> MetricSummary.mean(List.of()));
  }
}
