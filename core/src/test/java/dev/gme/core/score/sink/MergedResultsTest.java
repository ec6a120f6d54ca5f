package dev.gme.core.score.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.metric.EvaluationOptions;
import dev.gme.core.score.Scores;
import dev.gme.core.score.tile.MatrixBands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Results of parts against that of the whole: over random cuts into cells, in random order, added
 * up along random trees, and after a journey as arrays. Seeds 0 to 19.
 */
class MergedResultsTest {
  private static final int ROWS = 40;
  private static final int COLS = 55;
  private static final int KEPT = 300;

  private final FloatMatrix scores = Scores.random(ROWS, COLS, 3);
  private final int[] enrol = new int[ROWS];
  private final int[] test = new int[COLS];

  MergedResultsTest() {
    Arrays.setAll(enrol, i -> i % 11);
    Arrays.setAll(test, j -> j % 13);
  }

  /** Some rows against some columns. */
  private record Cell(int row, int rowEnd, int col, int colEnd) {
    int rows() {
      return rowEnd - row;
    }

    int cols() {
      return colEnd - col;
    }
  }

  private static int[] cut(int n, Random random) {
    return random.ints(random.nextInt(6), 0, n + 1).sorted().toArray();
  }

  private static List<Cell> cells(Random random) {
    List<Cell> out = new ArrayList<>();
    int[] rowCut = cut(ROWS, random);
    int[] colCut = cut(COLS, random);
    for (int r = 0; r <= rowCut.length; r++) {
      for (int c = 0; c <= colCut.length; c++) {
        out.add(
            new Cell(
                r == 0 ? 0 : rowCut[r - 1],
                r == rowCut.length ? ROWS : rowCut[r],
                c == 0 ? 0 : colCut[c - 1],
                c == colCut.length ? COLS : colCut[c]));
      }
    }
    Collections.shuffle(out, random);
    return out;
  }

  /** Adds up neighbours of a list, chosen at random, either way round. */
  private static <T> T sum(List<T> parts, BinaryOperator<T> plus, Random random) {
    List<T> left = new ArrayList<>(parts);
    while (left.size() > 1) {
      T x = left.remove(random.nextInt(left.size()));
      T y = left.remove(random.nextInt(left.size()));
      left.add(random.nextInt(left.size() + 1), plus.apply(x, y));
    }
    return left.get(0);
  }

  private void feed(Cell cell, ScoreSink<?> sink) {
    float[] x = new float[cell.rows() * cell.cols()];
    for (int i = 0; i < cell.rows(); i++) {
      for (int j = 0; j < cell.cols(); j++) {
        x[i * cell.cols() + j] = scores.get(cell.row() + i, cell.col() + j);
      }
    }
    if (x.length > 0) {
      MatrixBands.feed(FloatMatrix.wrap(cell.rows(), cell.cols(), x), sink);
    }
  }

  private static final Cell WHOLE = new Cell(0, ROWS, 0, COLS);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
  void countsAndHistograms(int seed) {
    Random random = new Random(seed);
    List<ScoreCounts> counts = new ArrayList<>();
    List<ScoreHistogram> fine = new ArrayList<>();
    List<ScoreHistogram> coarse = new ArrayList<>();
    for (Cell cell : cells(random)) {
      CountSink count = new CountSink(-2, 0, 7.5);
      HistogramSink histogram = new HistogramSink(ScoreBins.fine());
      HistogramSink uniform = new HistogramSink(ScoreBins.uniform(-20, 20, 9));
      feed(cell, count.and(histogram).and(uniform));
      counts.add(ScoreCounts.of(count.counts().thresholds(), count.counts().counts()));
      ScoreHistogram h = histogram.histogram();
      fine.add(ScoreHistogram.of(ScoreBins.fine(), h.usedBins(), h.usedCounts()));
      ScoreHistogram u = uniform.histogram();
      coarse.add(ScoreHistogram.of(ScoreBins.uniform(-20, 20, 9), u.usedBins(), u.usedCounts()));
    }
    CountSink count = new CountSink(-2, 0, 7.5);
    HistogramSink histogram = new HistogramSink(ScoreBins.fine());
    HistogramSink uniform = new HistogramSink(ScoreBins.uniform(-20, 20, 9));
    feed(WHOLE, count.and(histogram).and(uniform));
    assertThat(sum(counts, ScoreCounts::plus, random).counts()).isEqualTo(count.counts().counts());
    requireSame(sum(fine, ScoreHistogram::plus, random), histogram.histogram());
    requireSame(sum(coarse, ScoreHistogram::plus, random), uniform.histogram());
  }

  private static void requireSame(ScoreHistogram x, ScoreHistogram y) {
    assertThat(x.total()).isEqualTo(y.total());
    assertThat(x.usedBins()).isEqualTo(y.usedBins());
    assertThat(x.usedCounts()).isEqualTo(y.usedCounts());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
  void best(int seed) {
    Random random = new Random(seed);
    int k = 1 + random.nextInt(8);
    List<TopScores> ofRows = new ArrayList<>();
    for (Cell cell : cells(random)) {
      for (int i = cell.row(); i < cell.rowEnd(); i++) {
        // As a task would: rows and columns by the caller's numbers.
        int from = i * COLS;
        float[] row = Arrays.copyOfRange(scores.array(), from + cell.col(), from + cell.colEnd());
        TopPerEnrolmentSink ofRow = new TopPerEnrolmentSink(i, 1, k, PairSet.none(1));
        feed(row, i, cell.col(), ofRow);
        TopScores found = ofRow.top();
        int[] sizes = new int[ROWS];
        sizes[i] = found.size(0);
        ofRows.add(TopScores.of(k, sizes, found.partners(), found.scores()));
      }
    }
    // Some come twice, as of a task that ran again.
    ofRows.addAll(ofRows.subList(0, ofRows.size() / 3));
    TopPerEnrolmentSink whole = new TopPerEnrolmentSink(ROWS, k);
    feed(WHOLE, whole);
    TopScores merged = sum(ofRows, TopScores::plus, random);
    assertThat(merged.sizes()).isEqualTo(whole.top().sizes());
    assertThat(merged.partners()).isEqualTo(whole.top().partners());
    assertThat(merged.scores()).isEqualTo(whole.top().scores());
    TopScores some = merged.range(3, 9);
    assertThat(some.recordings()).isEqualTo(6);
    assertThat(some.partner(2, 0)).isEqualTo(merged.partner(5, 0));
  }

  /** One band of a single row, by the caller's numbers. */
  private static <P> void feed(float[] row, int number, int firstCol, ScoreSink<P> sink) {
    int[] order = new int[row.length];
    Arrays.setAll(order, j -> j);
    ScoreBand band = new ScoreBand(number, new int[] {0}, 0, 1, firstCol, order, order);
    P part = sink.open(band);
    sink.accept(part, new ScoreTile(band, 0, row.length, row));
    sink.close(part, band);
    sink.merge(part);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
  void evaluations(int seed) {
    Random random = new Random(seed);
    boolean counted = seed % 2 == 0;
    List<StreamedTrials> parts = new ArrayList<>();
    for (Cell cell : cells(random)) {
      parts.add(travelled(trials(cell, counted), counted ? KEPT : ROWS * COLS));
    }
    StreamedTrials whole = trials(WHOLE, counted);
    StreamedTrials merged = sum(parts, StreamedTrials::plus, random);
    assertThat(merged.targets().isExact()).isEqualTo(whole.targets().isExact());
    assertThat(merged.nontargets().isExact()).isEqualTo(!counted);
    requireSame(merged.targets().histogram(), whole.targets().histogram());
    requireSame(merged.nontargets().histogram(), whole.nontargets().histogram());
    // To the last bit: records of doubles are compared by their bits.
    StreamedEvaluation e = merged.evaluate(EvaluationOptions.DEFAULT);
    StreamedEvaluation expected = whole.evaluate(EvaluationOptions.DEFAULT);
    assertThat(e.best().toString()).isEqualTo(expected.best().toString());
    assertThat(e.worst().toString()).isEqualTo(expected.worst().toString());
    assertThat(e.worst().cllr()).isEqualTo(expected.worst().cllr());
    assertThat(e.best().minCllr()).isEqualTo(expected.best().minCllr());
    assertThat(e.targets()).isEqualTo(expected.targets());
    assertThat(e.nontargets()).isEqualTo(expected.nontargets());
  }

  private StreamedTrials trials(Cell cell, boolean counted) {
    PairSet targets =
        PairSet.equal(
            Arrays.copyOfRange(enrol, cell.row(), cell.rowEnd()),
            Arrays.copyOfRange(test, cell.col(), cell.colEnd()));
    long pairs = counted ? Long.MAX_VALUE : 0;
    int kept = counted ? KEPT : ROWS * COLS;
    EvaluationSink sink = new EvaluationSink(targets, targets, null, pairs, kept);
    feed(cell, sink);
    return sink.trials();
  }

  private static StreamedTrials travelled(StreamedTrials t, int most) {
    return new StreamedTrials(travelled(t.targets(), most), travelled(t.nontargets(), most));
  }

  private static StreamedScores travelled(StreamedScores s, int most) {
    ScoreHistogram h = s.histogram();
    StreamedScores copy =
        s.scores().isPresent()
            ? StreamedScores.of(most, s.scores().get())
            : StreamedScores.of(
                most, ScoreHistogram.of(ScoreBins.fine(), h.usedBins(), h.usedCounts()));
    assertThat(copy.total()).isEqualTo(s.total());
    return copy;
  }

  @Test
  void totalsBeyondTwoToThe31() {
    int[] bin = {ScoreBins.fine().bin(1.5f)};
    ScoreHistogram many = ScoreHistogram.of(ScoreBins.fine(), bin, new long[] {3L << 40});
    StreamedScores s =
        StreamedScores.of(many).plus(StreamedScores.of(many)).plus(StreamedScores.of(-1f, 0f));
    assertThat(s.total()).isEqualTo((6L << 40) + 2);
    StreamedTrials t = new StreamedTrials(s, s);
    assertThat(t.evaluate(EvaluationOptions.DEFAULT).nontargets()).isEqualTo((6L << 40) + 2);
  }

  @Test
  void whatDoesNotBelongTogetherIsRefused() {
    ScoreBins fine = ScoreBins.fine();
    ScoreBins uniform = ScoreBins.uniform(0, 1, 3);
    ScoreHistogram empty = ScoreHistogram.of(fine, new int[0], new long[0]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> empty.plus(ScoreHistogram.of(uniform, new int[] {1}, new long[] {1})));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScoreHistogram.of(uniform, new int[] {2, 2}, new long[] {1, 1}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScoreHistogram.of(uniform, new int[] {5}, new long[] {1}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScoreHistogram.of(uniform, new int[] {1}, new long[] {-1}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScoreHistogram.of(uniform, new int[] {1}, new long[0]));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> StreamedScores.of(ScoreHistogram.of(uniform, new int[] {1}, new long[] {1})));
    assertThatIllegalArgumentException().isThrownBy(() -> StreamedScores.of(1, Float.NaN));
    ScoreCounts one = ScoreCounts.of(new double[] {1}, new long[] {1});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> one.plus(ScoreCounts.of(new double[] {2}, new long[] {1})));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScoreCounts.of(new double[] {2}, new long[] {-1}));
    TopScores top = TopScores.of(2, new int[] {1}, new int[] {4}, new float[] {1});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> top.plus(TopScores.of(3, new int[1], new int[0], new float[0])));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TopScores.of(2, new int[] {3}, new int[3], new float[3]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TopScores.of(2, new int[] {1}, new int[2], new float[1]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TopScores.of(2, new int[] {1}, new int[] {-1}, new float[1]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TopScores.of(2, new int[] {1}, new int[1], new float[] {Float.NaN}));
  }
}
