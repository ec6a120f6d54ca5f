package dev.gme.core.score.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.GmeException;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.metric.Evaluation;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.metric.Metrics;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.metric.ScoredTrials;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.Scores;
import dev.gme.core.score.tile.MatrixBands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streamed figures against those of all trials in a list. */
@ExtendWith(RestoresThreads.class)
class EvaluationSinkTest {
  private static final int ROWS = 60;
  private static final int COLS = 80;
  private static final EvaluationOptions OPTIONS = EvaluationOptions.DEFAULT;

  private static final List<ToDoubleFunction<Metrics>> LOWER_IS_BETTER = new ArrayList<>();

  static {
    LOWER_IS_BETTER.add(Metrics::eerRocch);
    LOWER_IS_BETTER.add(Metrics::eerInterpolated);
    LOWER_IS_BETTER.add(m -> -m.auc());
    LOWER_IS_BETTER.add(Metrics::cllr);
    LOWER_IS_BETTER.add(Metrics::minCllr);
    for (OperatingPoint p : OPTIONS.points()) {
      LOWER_IS_BETTER.add(m -> m.minDcf(p));
      LOWER_IS_BETTER.add(m -> m.actDcf(p));
    }
  }

  private final int[] enrol = new int[ROWS];
  private final int[] test = new int[COLS];
  private final FloatMatrix scores;

  EvaluationSinkTest() {
    Arrays.setAll(enrol, i -> i % 17);
    Arrays.setAll(test, j -> j % 19);
    float[] x = Scores.random(ROWS, COLS, 0.003f).array();
    for (int i = 0; i < x.length; i++) {
      x[i] = x[i] / 5 + (enrol[i / COLS] == test[i % COLS] ? 2 : -2);
    }
    scores = FloatMatrix.wrap(ROWS, COLS, x);
  }

  private Metrics exact(TrialKey key) {
    FloatList kept = new FloatList();
    List<Boolean> kinds = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLS; j++) {
        if (key.kind(i, j) != TrialKey.Kind.NONE) {
          kept.add(scores.get(i, j));
          kinds.add(key.kind(i, j) == TrialKey.Kind.TARGET);
        }
      }
    }
    double[] s = new double[kept.size()];
    boolean[] isTarget = new boolean[s.length];
    for (int i = 0; i < s.length; i++) {
      s[i] = kept.get(i);
      isTarget[i] = kinds.get(i);
    }
    return Evaluation.of(ScoredTrials.of(s, isTarget), OPTIONS).metrics();
  }

  private TrialKey.Kind bySpeaker(int row, int col) {
    return enrol[row] == test[col] ? TrialKey.Kind.TARGET : TrialKey.Kind.NONTARGET;
  }

  private static void checkSame(StreamedEvaluation e, Metrics expected) {
    assertThat(e.isExact()).isTrue();
    for (ToDoubleFunction<Metrics> f : LOWER_IS_BETTER) {
      assertThat(f.applyAsDouble(e.best())).isEqualTo(f.applyAsDouble(expected));
      assertThat(f.applyAsDouble(e.worst())).isEqualTo(f.applyAsDouble(expected));
    }
  }

  /** The truth lies between, and the two are close. */
  private static void checkBetween(StreamedEvaluation e, Metrics expected) {
    assertThat(e.isExact()).isFalse();
    for (ToDoubleFunction<Metrics> f : LOWER_IS_BETTER) {
      double best = f.applyAsDouble(e.best());
      double worst = f.applyAsDouble(e.worst());
      // Cllr is summed up in another order.
      assertThat(f.applyAsDouble(expected)).isBetween(best - 1e-12, worst + 1e-12);
      assertThat(worst - best).isLessThan(0.02);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void fewScoresGiveExactFigures(int t) {
    Workers.setThreads(t);
    EvaluationSink sink = EvaluationSink.ofSpeakers(enrol, test);
    MatrixBands.feed(scores, sink);
    StreamedEvaluation e = sink.evaluate(OPTIONS);
    checkSame(e, exact(this::bySpeaker));
    assertThat(e.targets()).isEqualTo(PairSet.equal(enrol, test).size());
    assertThat(e.targets() + e.nontargets()).isEqualTo(ROWS * COLS);
    assertThat(e.det()).hasSizeGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100, 1000})
  void manyScoresGiveFiguresBetweenTwo(int kept) {
    PairSet targets = PairSet.equal(enrol, test);
    for (int t : new int[] {1, 2, 5}) {
      Workers.setThreads(t);
      EvaluationSink sink = new EvaluationSink(targets, targets, null, (long) ROWS * COLS, kept);
      MatrixBands.feed(scores, sink);
      StreamedEvaluation e = sink.evaluate(OPTIONS);
      checkBetween(e, exact(this::bySpeaker));
      assertThat(e.targets()).isEqualTo(targets.size());
      assertThat(e.targets() + e.nontargets()).isEqualTo(ROWS * COLS);
    }
  }

  @Test
  void pairsThatAreNoTrialsDoNotCount() {
    int[][] recording = new int[COLS][];
    Arrays.setAll(recording, j -> new int[] {j});
    int[][] pools = new int[ROWS][];
    Arrays.setAll(pools, i -> new int[] {i, (i * 7) % COLS, i});
    PairSet itself = PairSet.shared(pools, recording);
    PairSet targets = PairSet.equal(enrol, test);
    TrialKey key = (i, j) -> itself.contains(i, j) ? TrialKey.Kind.NONE : this.bySpeaker(i, j);

    EvaluationSink sink = EvaluationSink.ofPairs(targets, itself, COLS);
    MatrixBands.feed(scores, sink);
    checkSame(sink.evaluate(OPTIONS), exact(key));

    EvaluationSink byKey = EvaluationSink.ofKey(key, ROWS, COLS);
    MatrixBands.feed(scores, byKey);
    checkSame(byKey.evaluate(OPTIONS), exact(key));

    EvaluationSink binned =
        new EvaluationSink(
            targets.without(itself), targets.plus(itself), null, (long) ROWS * COLS, 100);
    MatrixBands.feed(scores, binned);
    checkBetween(binned.evaluate(OPTIONS), exact(key));

    EvaluationSink binnedByKey = new EvaluationSink(null, null, key, (long) ROWS * COLS, 100);
    MatrixBands.feed(scores, binnedByKey);
    checkBetween(binnedByKey.evaluate(OPTIONS), exact(key));
  }

  @Test
  void withoutTargetsThereIsNothingToEvaluate() {
    EvaluationSink sink = EvaluationSink.ofSpeakers(new int[ROWS], test);
    assertThatThrownBy(() -> sink.evaluate(OPTIONS)).isInstanceOf(GmeException.class);
  }

  @Test
  void setsOfPairs() {
    PairSet some = PairSet.of(new int[][] {{3, 1, 3}, {}, {2}});
    PairSet others = PairSet.of(new int[][] {{1, 2}, {5}, {}});
    assertThat(some.size()).isEqualTo(3);
    assertThat(some.plus(others).columns(0)).containsExactly(1, 2, 3);
    assertThat(some.plus(others).columns(1)).containsExactly(5);
    assertThat(some.without(others).columns(0)).containsExactly(3);
    assertThat(some.contains(2, 2)).isTrue();
    assertThat(some.contains(1, 2)).isFalse();
    assertThat(some.toString()).isEqualTo("3 pairs of 3 rows");
    assertThatIllegalArgumentException().isThrownBy(() -> some.plus(PairSet.none(2)));
  }
}
