package dev.gme.core.score.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.PairScorer;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.Scores;
import dev.gme.core.score.tile.MatrixBands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The best scores against sorting everything. */
@ExtendWith(RestoresThreads.class)
class TopSinkTest {

  static Stream<Arguments> cases() {
    List<Arguments> out = new ArrayList<>();
    for (int t : new int[] {1, 2, 5}) {
      for (int k : new int[] {1, 2, 3, 10, 49, 200}) {
        out.add(Arguments.of(1, 1, k, t));
        out.add(Arguments.of(33, 50, k, t));
        out.add(Arguments.of(50, 33, k, t));
        out.add(Arguments.of(3, 300, k, t));
        out.add(Arguments.of(300, 3, k, t));
      }
    }
    return out.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theBestOfRowsAndColumns(int rows, int cols, int k, int t) {
    Workers.setThreads(t);
    // Steps of 4 in normal scores of deviation 10: most are tied.
    FloatMatrix scores = Scores.random(rows, cols, 4);
    TopPerEnrolmentSink perRow = new TopPerEnrolmentSink(rows, k);
    MatrixBands.feed(scores, perRow);
    for (int i = 0; i < rows; i++) {
      int row = i;
      check(perRow.top(), i, cols, j -> scores.get(row, j), j -> true);
    }
    TopPerTestSink perCol = new TopPerTestSink(cols, k);
    MatrixBands.feed(scores, perCol);
    for (int j = 0; j < cols; j++) {
      int col = j;
      check(perCol.top(), j, rows, i -> scores.get(i, col), i -> true);
    }
  }

  private interface Score {
    float of(int partner);
  }

  private interface Wanted {
    boolean is(int partner);
  }

  private static void check(TopScores top, int i, int n, Score score, Wanted wanted) {
    int[] expected =
        IntStream.range(0, n)
            .filter(wanted::is)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(j -> -score.of(j))
                    .thenComparing(Comparator.naturalOrder()))
            .limit(top.k())
            .mapToInt(j -> j)
            .toArray();
    int[] found = IntStream.range(0, top.size(i)).map(rank -> top.partner(i, rank)).toArray();
    assertThat(found).as("recording %d", i).isEqualTo(expected);
    for (int rank = 0; rank < found.length; rank++) {
      assertThat(top.score(i, rank)).isEqualTo(score.of(found[rank]));
    }
  }

  @Test
  void somePairsAreLeftOut() {
    FloatMatrix scores = Scores.random(20, 40, 1);
    int[] ofRows = new int[20];
    int[] ofCols = new int[40];
    Arrays.setAll(ofRows, i -> i % 7);
    Arrays.setAll(ofCols, j -> j % 9);
    TopPerEnrolmentSink sink = new TopPerEnrolmentSink(20, 6, PairSet.equal(ofRows, ofCols));
    MatrixBands.feed(scores, sink);
    for (int i = 0; i < 20; i++) {
      int row = i;
      check(sink.top(), i, 40, j -> scores.get(row, j), j -> ofRows[row] != ofCols[j]);
    }
  }

  @Test
  void infiniteScoresAndZerosOfBothSigns() {
    float inf = Float.POSITIVE_INFINITY;
    FloatMatrix scores = FloatMatrix.wrap(1, 6, new float[] {-0f, -inf, 0f, inf, -0f, inf});
    TopPerEnrolmentSink sink = new TopPerEnrolmentSink(1, 9);
    MatrixBands.feed(scores, sink);
    int[] order = IntStream.range(0, 6).map(r -> sink.top().partner(0, r)).toArray();
    assertThat(order).containsExactly(3, 5, 0, 2, 4, 1);
  }

  @Test
  void throughTheScorer() {
    var enrol = Scores.recordings(70, 12, 1);
    var test = Scores.recordings(90, 12, 2);
    MatrixSink all = new MatrixSink(70, 90);
    TopPerEnrolmentSink perRow = new TopPerEnrolmentSink(70, 5);
    TopPerTestSink perCol = new TopPerTestSink(90, 5);
    PairScorer scorer = ScoreKind.llr(1e-3).scorer(enrol, test);
    scorer.all(all);
    scorer.all(perRow);
    scorer.all(perCol);
    for (int i = 0; i < 70; i++) {
      int row = i;
      check(perRow.top(), i, 90, j -> all.matrix().get(row, j), j -> true);
    }
    for (int j = 0; j < 90; j++) {
      int col = j;
      check(perCol.top(), j, 70, i -> all.matrix().get(i, col), i -> true);
    }
  }

  @Test
  void selectsTheLargest() {
    Random random = new Random(13);
    for (int n = 1; n < 60; n++) {
      for (int k = 1; k <= n; k++) {
        long[] x = random.longs(n + 4).toArray();
        long[] before = x.clone();
        TopSelect.toFront(x, 2, n + 2, k);
        long[] sorted = Arrays.copyOfRange(before, 2, n + 2);
        Arrays.sort(sorted);
        long[] front = Arrays.copyOfRange(x, 2, 2 + k);
        assertThat(front[k - 1]).as("the smallest comes last").isEqualTo(sorted[n - k]);
        Arrays.sort(front);
        assertThat(front).isEqualTo(Arrays.copyOfRange(sorted, n - k, n));
        assertThat(new long[] {x[0], x[1], x[n + 2], x[n + 3]})
            .containsExactly(before[0], before[1], before[n + 2], before[n + 3]);
      }
    }
  }

  @Test
  void atLeastOneIsWanted() {
    assertThatIllegalArgumentException().isThrownBy(() -> new TopPerTestSink(5, 0));
    assertThat(new TopPerTestSink(5, 2).top().toString()).contains("best 2 scores of 5");
  }
}
