package dev.gme.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.CancelledProgress;
import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.sink.TrialScores;
import dev.gme.core.score.tile.PrecisionOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of trials of any density against exact scores. */
@ExtendWith(RestoresThreads.class)
class TrialListTest {
  private static final double TOLERANCE = 1e-3;
  private static final MetaEmbeddings ENROL = Scores.recordings(500, 40, 1);
  private static final MetaEmbeddings TEST = Scores.recordings(700, 40, 2);

  /** Random trials, some of them repeated; seed 31. */
  private static int[] random(int trials, int below, long stream) {
    return new Random(31 + stream).ints(trials, 0, below).toArray();
  }

  static Stream<Arguments> lists() {
    return Stream.of(
        Arguments.of(1, "one by one"),
        Arguments.of(2_000, "one by one"),
        Arguments.of(25_000, "by factors"),
        Arguments.of(400_000, "by products"));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void scoresKeepTheTolerance(int n, String way) {
    int[] enrols = random(n, ENROL.size(), 0);
    int[] tests = random(n, TEST.size(), 1);
    TrialScores scored = ScoreKind.llr(TOLERANCE).scorer(ENROL, TEST).list(enrols, tests);
    assertThat(scored.size()).isEqualTo(n);
    assertThat(scored.report().trials()).isEqualTo(n);
    assertThat(scored.oneByOne()).as(way).isEqualTo(way.equals("one by one") ? n : 0);
    double sum = 0;
    double largest = 0;
    for (int t = 0; t < n; t++) {
      double truth = ENROL.llr(enrols[t], TEST, tests[t]);
      double off = Math.abs(scored.score(t) - truth);
      largest = Math.max(largest, off);
      assertThat(off).isLessThanOrEqualTo(scored.report().errorBound() + 0x1p-21 * Math.abs(truth));
      sum += off * off;
    }
    assertThat(Math.sqrt(sum / n)).isLessThanOrEqualTo(TOLERANCE);
    assertThat(scored.report().checked()).isEqualTo(scored.report().tiles());
    assertThat(scored.report().largestError()).isLessThanOrEqualTo(largest + 1e-9);
  }

  /** Where some tiles are dense and others all but empty, each is scored in its own way. */
  @Test
  void waysAreMixed() {
    int dense = 60;
    int n = dense * dense + 20;
    int[] enrols = random(n, ENROL.size(), 2);
    int[] tests = random(n, TEST.size(), 3);
    int[] byPrecision = new PrecisionOrder(ENROL).order;
    int[] testsByPrecision = new PrecisionOrder(TEST).order;
    for (int t = 0; t < dense * dense; t++) {
      enrols[t] = byPrecision[t / dense];
      tests[t] = testsByPrecision[t % dense];
    }
    TrialScores scored = ScoreKind.llr(TOLERANCE).scorer(ENROL, TEST).list(enrols, tests);
    assertThat(scored.oneByOne()).isBetween(1L, 20L);
    assertThat(scored.report().tiles()).isPositive();
    double sum = 0;
    for (int t = 0; t < n; t++) {
      sum += Math.pow(scored.score(t) - ENROL.llr(enrols[t], TEST, tests[t]), 2);
    }
    assertThat(Math.sqrt(sum / n)).isLessThanOrEqualTo(TOLERANCE);
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 20_000, 200_000})
  void theSameOnAnyThreads(int n) {
    int[] enrols = random(n, ENROL.size(), 0);
    int[] tests = random(n, TEST.size(), 1);
    float[] first = null;
    for (int t : new int[] {1, 2, 5}) {
      Workers.setThreads(t);
      TrialScores scored = ScoreKind.llr(TOLERANCE).scorer(ENROL, TEST).list(enrols, tests);
      first = first == null ? scored.scores() : first;
      assertThat(scored.scores()).isEqualTo(first);
    }
  }

  /** Nor do equal precisions take the order in which recordings occur. */
  @Test
  void theOrderOfTrialsDoesNotMatter() {
    double[] b = ENROL.b();
    Arrays.setAll(b, i -> 1 + i % 2);
    MetaEmbeddings enrol = MetaEmbeddings.of(ENROL.a(), b, ENROL.lambda());
    int n = 30_000;
    int[] enrols = random(n, 200, 4);
    int[] tests = random(n, 300, 5);
    float[] scores = ScoreKind.llr(TOLERANCE).scorer(enrol, TEST).list(enrols, tests).scores();
    int[] backEnrols = new int[n];
    int[] backTests = new int[n];
    Arrays.setAll(backEnrols, t -> enrols[n - 1 - t]);
    Arrays.setAll(backTests, t -> tests[n - 1 - t]);
    float[] back =
        ScoreKind.llr(TOLERANCE).scorer(enrol, TEST).list(backEnrols, backTests).scores();
    for (int t = 0; t < n; t++) {
      assertThat(Float.floatToRawIntBits(back[n - 1 - t]))
          .isEqualTo(Float.floatToRawIntBits(scores[t]));
    }
  }

  @Test
  void onlyRecordingsOfTheListArePrepared() {
    int n = 30_000;
    int[] enrols = random(n, 60, 0);
    int[] tests = random(n, 90, 1);
    for (int t = 0; t < n; t++) {
      enrols[t] = 499 - 3 * enrols[t];
      tests[t] = 2 * tests[t];
    }
    TrialScores scored = ScoreKind.llr(TOLERANCE).scorer(ENROL, TEST).list(enrols, tests);
    for (int t = 0; t < n; t++) {
      double truth = ENROL.llr(enrols[t], TEST, tests[t]);
      assertThat(Math.abs(scored.score(t) - truth))
          .isLessThanOrEqualTo(scored.report().errorBound());
    }
    assertThat(scored.report().errorBound()).isLessThan(0.5);
  }

  /** Pools of hundreds against each other need tiles in double. */
  @Test
  void certainPools() {
    int d = 20;
    double[] b = new double[100];
    double[] a = new double[100 * d];
    Random random = new Random(5);
    for (int i = 0; i < 100; i++) {
      b[i] = 20_000 + i;
      for (int k = 0; k < d; k++) {
        a[i * d + k] = b[i] * random.nextGaussian();
      }
    }
    double[] lambda = new double[d];
    Arrays.fill(lambda, 1.0);
    MetaEmbeddings pools = MetaEmbeddings.of(DoubleMatrix.wrap(100, d, a), b, lambda);
    int[] enrols = random(9000, 100, 0);
    int[] tests = random(9000, 100, 1);
    TrialScores scored = ScoreKind.llr(TOLERANCE).scorer(pools, pools).list(enrols, tests);
    assertThat(scored.report().doubleTiles()).isPositive();
    for (int t = 0; t < 9000; t++) {
      double truth = pools.llr(enrols[t], pools, tests[t]);
      assertThat(Math.abs(scored.score(t) - truth))
          .isLessThanOrEqualTo(TOLERANCE + 0x1p-21 * Math.abs(truth));
    }
  }

  @Test
  void exactScoresAreThoseInDouble() {
    int[] enrols = random(5000, ENROL.size(), 0);
    int[] tests = random(5000, TEST.size(), 1);
    TrialScores scored = ScoreKind.exactLlr().scorer(ENROL, TEST).list(enrols, tests);
    for (int t = 0; t < 5000; t++) {
      assertThat(scored.score(t)).isEqualTo((float) ENROL.llr(enrols[t], TEST, tests[t]));
    }
    assertThat(scored.report().isExact()).isTrue();
    assertThat(scored).hasToString("5000 trials, 5000 of them scored one by one");
  }

  @Test
  void emptyLists() {
    MetaEmbeddings none = ENROL.range(0, 0);
    int[] nothing = {};
    for (double tolerance : new double[] {0, TOLERANCE}) {
      ScoreKind<MetaEmbeddings> llr = ScoreKind.llr(tolerance);
      assertThat(llr.scorer(ENROL, TEST).list(nothing, nothing).size()).isZero();
      assertThat(llr.scorer(none, none).list(nothing, nothing).size()).isZero();
    }
  }

  @Test
  void whatIsRefused() {
    PairScorer scorer = ScoreKind.llr(TOLERANCE).scorer(ENROL, TEST);
    assertThatIllegalArgumentException().isThrownBy(() -> scorer.list(new int[2], new int[3]));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> scorer.list(new int[] {0, 500}, new int[2]))
        .withMessageContaining("enrolment 500 of trial 1");
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> scorer.list(new int[1], new int[] {-1}));
    MetaEmbeddings others = Scores.recordings(5, 39, 1);
    for (double tolerance : new double[] {0, TOLERANCE}) {
      assertThatThrownBy(() -> ScoreKind.llr(tolerance).scorer(ENROL, others))
          .isInstanceOf(GmeException.class);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> ScoreKind.llr(-1));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void progressMayCancel(int t) {
    Workers.setThreads(t);
    int[] enrols = random(20_000, ENROL.size(), 0);
    int[] tests = random(20_000, TEST.size(), 1);
    for (double tolerance : new double[] {0, TOLERANCE}) {
      assertThatThrownBy(
              () ->
                  ScoreKind.llr(tolerance)
                      .scorer(ENROL, TEST)
                      .list(enrols, tests, new CancelledProgress()))
          .isInstanceOf(CancellationException.class);
    }
  }
}
