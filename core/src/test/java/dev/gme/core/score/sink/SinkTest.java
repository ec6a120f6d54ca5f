package dev.gme.core.score.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gme.core.Progress;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.Scores;
import dev.gme.core.score.tile.MatrixBands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sinks against plain loops over the same scores, in awkward sizes and on any threads. */
@ExtendWith(RestoresThreads.class)
class SinkTest {

  static Stream<Arguments> sizesAndThreads() {
    List<Arguments> out = new ArrayList<>();
    for (int t : new int[] {1, 2, 5}) {
      for (int[] size : new int[][] {{1, 1}, {1, 40}, {40, 1}, {5, 7}, {16, 16}, {33, 50}}) {
        out.add(Arguments.of(size[0], size[1], t));
      }
    }
    return out.stream();
  }

  @ParameterizedTest
  @MethodSource("sizesAndThreads")
  void somePairsAreNotCounted(int rows, int cols, int t) {
    Workers.setThreads(t);
    FloatMatrix scores = Scores.random(rows, cols, 0.01f);
    int[] ofRows = IntStream.range(0, rows).map(i -> i % 3).toArray();
    int[] ofCols = IntStream.range(0, cols).map(j -> j % 5).toArray();
    PairSet left = PairSet.equal(ofRows, ofCols);
    CountSink counts = CountSink.without(left, 0, 0.5);
    HistogramSink bins = HistogramSink.without(left, ScoreBins.uniform(-1, 1, 7));
    MatrixBands.feed(scores, counts);
    MatrixBands.feed(scores, bins);

    long[] atLeast = new long[2];
    long[] inBin = new long[bins.histogram().bins().size()];
    int[] ofARow = new int[rows];
    int[] ofAColumn = new int[cols];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        float s = scores.get(i, j);
        if (ofRows[i] == ofCols[j]) {
          ofARow[i]++;
          ofAColumn[j]++;
          continue;
        }
        atLeast[0] += s >= 0 ? 1 : 0;
        atLeast[1] += s >= 0.5 ? 1 : 0;
        inBin[bins.histogram().bins().bin(s)]++;
      }
    }
    assertThat(counts.count(0)).isEqualTo(atLeast[0]);
    assertThat(counts.count(1)).isEqualTo(atLeast[1]);
    for (int b = 0; b < inBin.length; b++) {
      assertThat(bins.histogram().count(b)).as("bin %d", b).isEqualTo(inBin[b]);
    }
    assertThat(left.mostOfARow()).isEqualTo(Arrays.stream(ofARow).max().orElseThrow());
    assertThat(left.mostOfAColumn()).isEqualTo(Arrays.stream(ofAColumn).max().orElseThrow());
  }

  @ParameterizedTest
  @MethodSource("sizesAndThreads")
  void moments(int rows, int cols, int t) {
    Workers.setThreads(t);
    FloatMatrix scores = Scores.random(rows, cols, 0.01f);
    MomentsSink sink = new MomentsSink();
    MatrixBands.feed(scores, sink);

    double sum = 0;
    for (float s : scores.array()) {
      sum += s;
    }
    double mean = sum / (rows * cols);
    double squares = 0;
    for (float s : scores.array()) {
      squares += (s - mean) * (s - mean);
    }
    Moments m = sink.moments();
    assertThat(m.count()).isEqualTo((long) rows * cols);
    assertThat(m.mean()).isCloseTo(mean, Offset.offset(1e-13));
    assertThat(m.sum()).isCloseTo(sum, Offset.offset(1e-10));
    assertThat(m.variance()).isCloseTo(squares / rows / cols, Offset.offset(1e-11));
    assertThat(m.deviation()).isEqualTo(Math.sqrt(m.variance()));
  }

  @Test
  void aLargeMeanCostsNoDigits() {
    FloatMatrix scores = Scores.random(30, 40, 1);
    float[] far = scores.array().clone();
    for (int i = 0; i < far.length; i++) {
      far[i] += 1e6f;
    }
    MomentsSink near = new MomentsSink();
    MomentsSink moved = new MomentsSink();
    MatrixBands.feed(scores, near);
    MatrixBands.feed(FloatMatrix.wrap(30, 40, far), moved);
    assertThat(moved.moments().variance())
        .isCloseTo(near.moments().variance(), Offset.offset(1e-11));
  }

  @Test
  void momentsOfNothing() {
    assertThat(new MomentsSink().moments().variance()).isZero();
    assertThat(Moments.of(new float[0], 0, 0)).isEqualTo(Moments.NONE);
  }

  @ParameterizedTest
  @MethodSource("sizesAndThreads")
  void counts(int rows, int cols, int t) {
    Workers.setThreads(t);
    FloatMatrix scores = Scores.random(rows, cols, 0.5f);
    double[] thresholds = {-1e300, -3, -2.9999999999, 0, 0.1, 5, 1e300};
    CountSink sink = new CountSink(thresholds);
    MatrixBands.feed(scores, sink);
    for (int i = 0; i < thresholds.length; i++) {
      long expected = 0;
      for (float s : scores.array()) {
        expected += s >= thresholds[i] ? 1 : 0;
      }
      assertThat(sink.count(i)).as("at least %s", thresholds[i]).isEqualTo(expected);
    }
    assertThat(sink.thresholds()).isEqualTo(thresholds);
  }

  @Test
  void thresholdsAreNumbers() {
    assertThatIllegalArgumentException().isThrownBy(() -> new CountSink(0, Double.NaN));
  }

  static List<ScoreBins> bins() {
    return List.of(ScoreBins.fine(), ScoreBins.uniform(-12, 12, 48), ScoreBins.uniform(0, 1, 1));
  }

  @ParameterizedTest
  @MethodSource("bins")
  void histogramsAndQuantiles(ScoreBins bins) {
    FloatMatrix scores = Scores.random(33, 50, 0.37f);
    float[] sorted = scores.array().clone();
    Arrays.sort(sorted);
    for (int t : new int[] {1, 2, 5}) {
      Workers.setThreads(t);
      HistogramSink sink = new HistogramSink(bins);
      MatrixBands.feed(scores, sink);
      ScoreHistogram h = sink.histogram();
      assertThat(h.total()).isEqualTo(33 * 50);
      assertThat(h.bins()).isSameAs(bins);
      long[] expected = new long[bins.size()];
      for (float s : sorted) {
        expected[bins.bin(s)]++;
      }
      for (int bin = 0; bin < expected.length; bin++) {
        assertThat(h.count(bin)).isEqualTo(expected[bin]);
      }
      for (double p : new double[] {0, 1e-9, 0.001, 0.25, 0.5, 0.9, 1}) {
        int place = Math.max(0, (int) Math.ceil(p * sorted.length) - 1);
        ScoreHistogram.Range q = h.quantile(p);
        assertThat((double) sorted[place]).as("p = %s", p).isBetween(q.lower(), q.upper());
      }
    }
  }

  @Test
  void everyFloatLiesWithinItsBin() {
    float[] some = {
      Float.NEGATIVE_INFINITY,
      -Float.MAX_VALUE,
      -1000,
      -1,
      -Float.MIN_VALUE,
      -0f,
      0,
      1e-30f,
      0.5f,
      3,
      4,
      7.99f,
      12,
      1e20f,
      Float.MAX_VALUE,
      Float.POSITIVE_INFINITY
    };
    for (ScoreBins bins : bins()) {
      int last = -1;
      for (float s : some) {
        int bin = bins.bin(s);
        assertThat(bin).as("%s in %s", s, bins).isBetween(Math.max(last, 0), bins.size() - 1);
        // Uniform bins round to 2^-52 of their range; 0.0 and -0.0 are one score.
        double rounding = bins instanceof UniformBins ? 24 * 0x1p-52 : 0;
        assertThat(s + 0.0).isBetween(bins.lower(bin) - rounding, bins.upper(bin) + rounding);
        last = bin;
      }
    }
    ScoreBins fine = ScoreBins.fine();
    int bin = fine.bin(5.3f);
    assertThat(fine.upper(bin) - fine.lower(bin)).isLessThan(4 * 0x1p-11);
    assertThat(fine.bin(-0f)).isEqualTo(fine.bin(0f));
  }

  @Test
  void histogramsRefuseWhatMakesNoSense() {
    assertThatIllegalArgumentException().isThrownBy(() -> ScoreBins.uniform(1, 1, 5));
    assertThatIllegalArgumentException().isThrownBy(() -> ScoreBins.uniform(0, 1, 0));
    ScoreHistogram none = new HistogramSink(ScoreBins.uniform(0, 1, 5)).histogram();
    assertThatIllegalStateException().isThrownBy(() -> none.quantile(0.5));
    assertThatIllegalArgumentException().isThrownBy(() -> none.quantile(1.1));
  }

  /** Collects rows as strings, and fails if they come in another order. */
  private static final class Lines implements RowSink.Rows<String> {
    final List<String> lines = new ArrayList<>();

    @Override
    public String make(int row, float[] scores, int off, int n) {
      return row + Arrays.toString(Arrays.copyOfRange(scores, off, off + n));
    }

    @Override
    public void take(int row, String made) {
      assertThat(row).isEqualTo(lines.size());
      lines.add(made);
    }
  }

  @ParameterizedTest
  @MethodSource("sizesAndThreads")
  void rowsComeInOrder(int rows, int cols, int t) {
    Workers.setThreads(t);
    FloatMatrix scores = Scores.random(rows, cols, 0.1f);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      float[] row = Arrays.copyOfRange(scores.array(), i * cols, (i + 1) * cols);
      expected.add(i + Arrays.toString(row));
    }
    for (int block : new int[] {1, 3 * cols, 20 * cols + 1, 1 << 20}) {
      Lines lines = new Lines();
      MatrixBands.feed(scores, new RowSink<>(rows, cols, lines, block));
      assertThat(lines.lines).as("blocks of %d scores", block).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void whatASinkThrowsComesOut(int t) {
    Workers.setThreads(t);
    FloatMatrix scores = Scores.random(60, 60, 1);
    for (int where = 0; where < 5; where++) {
      ScoreSink<String> broken = new Broken(where);
      assertThatThrownBy(() -> MatrixBands.feed(scores, broken))
          .as("place %d", where)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("disk full");
    }
  }

  /** Fails at one of the five calls, some bands after the first. */
  private record Broken(int where, AtomicInteger calls) implements ScoreSink<String> {
    Broken(int where) {
      this(where, new AtomicInteger());
    }

    private void fail(int here) {
      if (here == where && (here == 4 || calls.incrementAndGet() == 7)) {
        throw new IllegalStateException("disk full");
      }
    }

    @Override
    public String open(ScoreBand band) {
      fail(0);
      return "";
    }

    @Override
    public void accept(String part, ScoreTile tile) {
      fail(1);
    }

    @Override
    public void close(String part, ScoreBand band) {
      fail(2);
    }

    @Override
    public void merge(String part) {
      fail(3);
    }

    @Override
    public void rowsDone(int from, int to) {
      fail(4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void whatTakesRowsMayThrow(int t) {
    Workers.setThreads(t);
    RowSink.Rows<Integer> full =
        Scores.rowNumbers(
            row -> {
              if (row == 20) {
                throw new IllegalStateException("disk full");
              }
            });
    assertThatThrownBy(
            () -> MatrixBands.feed(Scores.random(60, 60, 1), new RowSink<>(60, 60, full)))
        .hasMessage("disk full");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void progressMayCancel(int t) {
    Workers.setThreads(t);
    Progress impatient =
        new Progress() {
          private long reached;

          @Override
          public void update(String what, long done, long total) {
            assertThat(done).isGreaterThan(reached).isLessThanOrEqualTo(total);
            reached = done;
          }

          @Override
          public boolean isCancelled() {
            return reached > 500;
          }
        };
    assertThatThrownBy(
            () -> MatrixBands.feed(Scores.random(60, 60, 1), 16, 3, new MomentsSink(), impatient))
        .isInstanceOf(CancellationException.class)
        .hasMessageContaining("cancelled");
  }
}
