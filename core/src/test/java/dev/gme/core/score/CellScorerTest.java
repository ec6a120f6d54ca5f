package dev.gme.core.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gme.core.Progress;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.parallel.RestoresThreads;
import dev.gme.core.parallel.Workers;
import dev.gme.core.score.norm.CohortStatistics;
import dev.gme.core.score.norm.ScoreNormalization;
import dev.gme.core.score.norm.ScoreNormalizer;
import dev.gme.core.score.sink.AboveSink;
import dev.gme.core.score.sink.BothSinks;
import dev.gme.core.score.sink.CountSink;
import dev.gme.core.score.sink.MatrixSink;
import dev.gme.core.score.sink.PairSet;
import dev.gme.core.score.sink.RowSink;
import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.ScoreTile;
import dev.gme.core.score.sink.TopOfPairsSink;
import dev.gme.core.score.sink.TopPerEnrolmentSink;
import dev.gme.core.score.sink.TopPerTestSink;
import dev.gme.core.score.sink.TopScores;
import dev.gme.core.score.sink.TrialScores;
import dev.gme.core.score.tile.BandRun;
import dev.gme.core.score.tile.TileBands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A cell by itself against the same cell among others, whatever these are. */
@ExtendWith(RestoresThreads.class)
class CellScorerTest {
  private static final int D = 24;
  private static final int BLOCK = 150;
  private static final double TOLERANCE = 1e-3;

  /** How precisions change from recording to recording, and so from block to block. */
  enum Precisions {
    ALIKE,
    SORTED,
    OUTLIERS,
    NOTHING_KNOWN;

    private double times(int i) {
      return switch (this) {
        case ALIKE -> 1;
        case SORTED -> 0.1 * Math.pow(1.02, i);
        case OUTLIERS -> i % 97 == 5 ? 2000 : 1;
        case NOTHING_KNOWN -> i < BLOCK ? 0 : 1;
      };
    }

    /** Recordings of n / 2 speakers. */
    MetaEmbeddings draw(int n, long seed) {
      MetaEmbeddings usual = Scores.recordings(n, D, seed);
      double[] a = usual.a().array().clone();
      double[] b = usual.b();
      double[] lambda = usual.lambda();
      SeededRandom random = new SeededRandom(seed, 2);
      for (int i = 0; i < n; i++) {
        double by = times(i);
        b[i] *= by;
        for (int k = 0; k < D; k++) {
          double noise = Math.sqrt(Math.abs(by - by * by) * b[i] / Math.max(by, 1e-9) * lambda[k]);
          a[i * D + k] = by * a[i * D + k] + (by > 0 ? 0.1 * noise * random.nextGaussian() : 0);
        }
      }
      return MetaEmbeddings.of(DoubleMatrix.wrap(n, D, a), b, lambda);
    }
  }

  private static FloatMatrix whole(MetaEmbeddings enrol, MetaEmbeddings test) {
    MatrixSink sink = new MatrixSink(enrol.size(), test.size());
    TileBands bands = new TileBands(enrol, test, BLOCK, BLOCK, TOLERANCE);
    new BandRun<>(sink, Progress.NONE, 1).run(bands, 0, enrol.size(), BLOCK);
    return sink.matrix();
  }

  private static CellScorer.Block block(CellScorer cells, MetaEmbeddings e, int number) {
    int from = number * BLOCK;
    return cells.block(e.range(from, Math.min(e.size(), from + BLOCK)), from);
  }

  private static int blocks(MetaEmbeddings e) {
    return (e.size() + BLOCK - 1) / BLOCK;
  }

  private static void checkCell(FloatMatrix cell, int row, int col, FloatMatrix whole) {
    for (int i = 0; i < cell.rows(); i++) {
      for (int j = 0; j < cell.cols(); j++) {
        assertThat(Float.floatToRawIntBits(cell.get(i, j)))
            .as("score %d, %d", row + i, col + j)
            .isEqualTo(Float.floatToRawIntBits(whole.get(row + i, col + j)));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCellByItselfHasTheBitsOfTheWhole(Precisions precisions) {
    MetaEmbeddings enrol = precisions.draw(2 * BLOCK + 31, 1);
    MetaEmbeddings test = precisions.draw(3 * BLOCK + 1, 2);
    FloatMatrix whole = whole(enrol, test);
    CellScorer cells = new CellScorer(TOLERANCE);
    for (int r = 0; r < blocks(enrol); r++) {
      for (int c = 0; c < blocks(test); c++) {
        CellScorer.Block rows = block(cells, enrol, r);
        CellScorer.Block cols = block(cells, test, c);
        Cell cell = Cell.of(cells, rows, cols);
        checkCell(cell.scores, rows.first(), cols.first(), whole);
        requirePromise(cell, rows, cols);
      }
    }
  }

  /** The scores of a cell as a matrix of its own. */
  private record Cell(FloatMatrix scores, ScoreReport report) {
    static Cell of(CellScorer cells, CellScorer.Block rows, CellScorer.Block cols) {
      float[] out = new float[rows.size() * cols.size()];
      MatrixSink sink =
          new MatrixSink(
              cols.size(),
              (row, firstCol, scores, off, n) -> {
                assertThat(firstCol).isEqualTo(cols.first());
                System.arraycopy(scores, off, out, (row - rows.first()) * cols.size(), n);
              });
      ScoreReport report = cells.score(rows, cols, sink);
      assertThat(report.trials()).isEqualTo((long) rows.size() * cols.size());
      return new Cell(FloatMatrix.wrap(rows.size(), cols.size(), out), report);
    }
  }

  private static void requirePromise(Cell cell, CellScorer.Block rows, CellScorer.Block cols) {
    DoubleMatrix exact = rows.embeddings().llr(cols.embeddings());
    double squares = 0;
    double largest = 0;
    for (int i = 0; i < exact.array().length; i++) {
      double apart = Math.abs(cell.scores.array()[i] - exact.array()[i]);
      double error = Math.max(0, apart - 0x1p-21 * Math.abs(exact.array()[i]));
      squares += error * error;
      largest = Math.max(largest, error);
    }
    assertThat(Math.sqrt(squares / exact.array().length)).isLessThanOrEqualTo(TOLERANCE);
    assertThat(largest).isLessThanOrEqualTo(cell.report.errorBound());
  }

  @ParameterizedTest
  @EnumSource
  void trialsOfACellHaveTheBitsOfAllItsPairs(Precisions precisions) {
    MetaEmbeddings enrol = precisions.draw(2 * BLOCK, 5);
    MetaEmbeddings test = precisions.draw(BLOCK + 40, 6);
    FloatMatrix whole = whole(enrol, test);
    CellScorer cells = new CellScorer(TOLERANCE);
    CellScorer.Block rows = block(cells, enrol, 1);
    CellScorer.Block cols = block(cells, test, 1);
    Random random = new Random(7);
    for (int n : new int[] {0, 1, 3, 2000}) {
      int[] r = random.ints(n, rows.first(), rows.first() + rows.size()).toArray();
      int[] c = random.ints(n, cols.first(), cols.first() + cols.size()).toArray();
      TrialScores found = cells.list(rows, cols, r, c);
      assertThat(found.report().trials()).isEqualTo(n);
      for (int i = 0; i < n; i++) {
        assertThat(found.score(i)).isEqualTo(whole.get(r[i], c[i]));
      }
    }
    int[] outside = {rows.first() - 1};
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> cells.list(rows, cols, outside, new int[] {cols.first()}));
  }

  @Test
  void trialsWithinNothingAreExact() {
    MetaEmbeddings e = Precisions.ALIKE.draw(BLOCK, 5);
    CellScorer cells = new CellScorer(0);
    CellScorer.Block block = cells.block(e, 10);
    TrialScores found = cells.list(block, block, new int[] {10, 30}, new int[] {11, 30});
    assertThat(found.scores()).containsExactly((float) e.llr(0, e, 1), (float) e.llr(20, e, 20));
  }

  @Test
  void fewTrialsOfManyAreCheaperExactly() {
    assertThat(CellScorer.isExactCheaper(1e8, 1e6, 1e6, 200)).isTrue();
    assertThat(CellScorer.isExactCheaper(1e8, 1e4, 1e4, 200)).isFalse();
    // All trials in few tiles.
    assertThat(CellScorer.isExactCheaper(10, 100, 100, 200)).isTrue();
    assertThat(CellScorer.isExactCheaper(10_000, 100, 100, 200)).isFalse();
  }

  @Test
  void normalizationByTheStatisticsOfTwoBlocksIsThatOfAll() {
    MetaEmbeddings enrol = Precisions.ALIKE.draw(2 * BLOCK, 1);
    MetaEmbeddings test = Precisions.ALIKE.draw(2 * BLOCK, 2);
    double[] mean = new Random(3).doubles(2 * BLOCK).toArray();
    double[] deviation = new Random(4).doubles(2 * BLOCK, 1, 2).toArray();
    ScoreNormalizer all =
        ScoreNormalizer.of(
            ScoreNormalization.s(),
            CohortStatistics.of(mean, deviation),
            CohortStatistics.of(deviation, deviation));
    ScoreTransform ofCell =
        ScoreNormalizer.of(
                ScoreNormalization.s(),
                CohortStatistics.of(tail(mean), tail(deviation)),
                CohortStatistics.of(tail(deviation), tail(deviation)))
            .numberedFrom(BLOCK, BLOCK);
    CellScorer cells = new CellScorer(TOLERANCE);
    CellScorer.Block rows = block(cells, enrol, 1);
    CellScorer.Block cols = block(cells, test, 1);
    AboveSink expected = new AboveSink(Double.NEGATIVE_INFINITY);
    AboveSink found = new AboveSink(Double.NEGATIVE_INFINITY);
    cells.score(rows, cols, all.into(expected));
    cells.score(rows, cols, ofCell.into(found));
    assertThat(found.size()).isEqualTo(BLOCK * BLOCK);
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.row(i)).isEqualTo(expected.row(i));
      assertThat(found.col(i)).isEqualTo(expected.col(i));
      assertThat(found.score(i)).isEqualTo(expected.score(i));
    }
    assertThat(ofCell.apply(BLOCK + 1, BLOCK + 2, 3)).isEqualTo(all.apply(BLOCK + 1, BLOCK + 2, 3));
  }

  private static double[] tail(double[] all) {
    return Arrays.copyOfRange(all, BLOCK, all.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void blocksKeepNothingOfTheCellsBefore(int threads) {
    Workers.setThreads(threads);
    MetaEmbeddings enrol = Precisions.SORTED.draw(3 * BLOCK, 3);
    MetaEmbeddings test = Precisions.SORTED.draw(4 * BLOCK, 4);
    FloatMatrix whole = whole(enrol, test);
    CellScorer cells = new CellScorer(TOLERANCE);
    List<CellScorer.Block> rows = new ArrayList<>();
    List<CellScorer.Block> cols = new ArrayList<>();
    List<int[]> order = new ArrayList<>();
    for (int r = 0; r < 3; r++) {
      rows.add(block(cells, enrol, r));
    }
    for (int c = 0; c < 4; c++) {
      cols.add(block(cells, test, c));
      for (int r = 0; r < 3; r++) {
        order.add(new int[] {r, c});
        order.add(new int[] {r, c});
      }
    }
    Collections.shuffle(order, new Random(5));
    for (int[] cell : order) {
      CellScorer.Block r = rows.get(cell[0]);
      CellScorer.Block c = cols.get(cell[1]);
      checkCell(Cell.of(cells, r, c).scores, r.first(), c.first(), whole);
    }
  }

  @Test
  void aWholeSetIsCellsOfTheUsualSize() {
    MetaEmbeddings enrol = Precisions.ALIKE.draw(40, 6);
    MetaEmbeddings test = Precisions.SORTED.draw(70, 7);
    MatrixSink sink = new MatrixSink(40, 70);
    ScoreKind.llr(TOLERANCE).scorer(enrol, test).all(sink);
    CellScorer cells = new CellScorer(TOLERANCE);
    Cell cell = Cell.of(cells, cells.block(enrol, 0), cells.block(test, 0));
    checkCell(cell.scores, 0, 0, sink.matrix());
    assertThat(CellScorer.BLOCK).isEqualTo(16_384);
  }

  /** The matrix of all pairs that count, and how often each came. */
  private static final class PairsSeen implements ScoreSink<int[]> {
    final int[] seen;
    final int n;

    PairsSeen(int n) {
      this.n = n;
      seen = new int[n * n];
    }

    @Override
    public int[] open(ScoreBand band) {
      return new int[n * n];
    }

    @Override
    public void accept(int[] part, ScoreTile tile) {
      for (int i = 0; i < tile.rows(); i++) {
        for (int j = tile.firstOfPairs(i); j < tile.cols(); j++) {
          int low = Math.min(tile.row(i), tile.col(j));
          int high = Math.max(tile.row(i), tile.col(j));
          part[low * n + high]++;
        }
      }
    }

    @Override
    public void merge(int[] part) {
      for (int i = 0; i < seen.length; i++) {
        seen[i] += part[i];
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, TOLERANCE})
  void everyPairOfASetOnce(double tolerance) {
    int n = 2 * BLOCK + 17;
    MetaEmbeddings e = Precisions.OUTLIERS.draw(n, 8);
    CellScorer cells = new CellScorer(tolerance);
    PairsSeen seen = new PairsSeen(n);
    TopOfPairsSink top = new TopOfPairsSink(n, 5, PairSet.none(n));
    ScoreSink<BothSinks.Part<int[], TopOfPairsSink.Part>> both = seen.and(top);
    for (int r = 0; r < blocks(e); r++) {
      CellScorer.Block rows = block(cells, e, r);
      cells.pairs(rows, both);
      for (int c = r + 1; c < blocks(e); c++) {
        CellScorer.Block cols = block(cells, e, c);
        cells.score(rows, cols, both);
      }
    }
    TopScores byParts = top.top();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        assertThat(seen.seen[i * n + j]).as("pair %d, %d", i, j).isEqualTo(1);
      }
      assertThat(seen.seen[i * n + i]).isZero();
      assertThat(byParts.size(i)).isEqualTo(5);
    }
  }

  @Test
  void bestOfRowsAndOfColumnsByTheCallersNumbers() {
    MetaEmbeddings enrol = Precisions.ALIKE.draw(2 * BLOCK, 9);
    MetaEmbeddings test = Precisions.ALIKE.draw(2 * BLOCK, 10);
    CellScorer cells = new CellScorer(TOLERANCE);
    FloatMatrix whole = whole(enrol, test);
    TopPerEnrolmentSink perRow = new TopPerEnrolmentSink(BLOCK, BLOCK, 3, PairSet.none(BLOCK));
    TopPerTestSink perCol = new TopPerTestSink(BLOCK, BLOCK, 3);
    cells.score(block(cells, enrol, 1), block(cells, test, 1), perRow.and(perCol));
    TopScores rows = perRow.top();
    TopScores cols = perCol.top();
    for (int i = 0; i < BLOCK; i++) {
      for (int rank = 0; rank < 3; rank++) {
        int partner = rows.partner(i, rank);
        assertThat(partner).isBetween(BLOCK, 2 * BLOCK - 1);
        assertThat(rows.score(i, rank)).isEqualTo(whole.get(BLOCK + i, partner));
        assertThat(cols.score(i, rank)).isEqualTo(whole.get(cols.partner(i, rank), BLOCK + i));
      }
    }
  }

  @Test
  void twoSinksDoNotSeeWhatTheOtherMakesOfScores() {
    MetaEmbeddings enrol = Precisions.ALIKE.draw(30, 11);
    MetaEmbeddings test = Precisions.ALIKE.draw(50, 12);
    ScoreTransform negative =
        new ScoreTransform() {
          @Override
          public double apply(int e, int t, double score) {
            return -score;
          }

          @Override
          public void apply(ScoreTile tile) {
            for (int i = 0; i < tile.rows() * tile.cols(); i++) {
              tile.scores()[i] *= -1;
            }
          }

          @Override
          public String describe(String scores) {
            return "negative " + scores;
          }
        };
    CountSink below = new CountSink(1);
    CountSink above = new CountSink(1);
    MatrixSink all = new MatrixSink(30, 50);
    PairScorer scorer = ScoreKind.llr().scorer(enrol, test);
    scorer.all(negative.into(below).and(above).and(negative.into(all)));
    FloatMatrix scores = all.matrix();
    int[] expected = new int[2];
    for (float s : scores.array()) {
      expected[0] += s >= 1 ? 1 : 0;
      expected[1] += -s >= 1 ? 1 : 0;
    }
    assertThat(below.count(0)).isEqualTo(expected[0]);
    assertThat(above.count(0)).isEqualTo(expected[1]);

    List<Integer> rows = new ArrayList<>();
    scorer.all(new CountSink(0).and(new RowSink<>(30, 50, Scores.rowNumbers(rows::add), 100)));
    assertThat(rows).hasSize(30).isSorted();
  }

  @Test
  void scoresAreNormalizedByStatisticsFromElsewhere() {
    MetaEmbeddings enrol = Precisions.ALIKE.draw(20, 13);
    MetaEmbeddings test = Precisions.ALIKE.draw(30, 14);
    double[] means = new double[20];
    double[] deviations = new double[20];
    Arrays.setAll(means, i -> i / 10.0);
    Arrays.setAll(deviations, i -> 1 + i);
    ScoreNormalizer z =
        ScoreNormalizer.of(ScoreNormalization.z(), CohortStatistics.of(means, deviations), null);
    CellScorer cells = new CellScorer(TOLERANCE);
    MatrixSink raw = new MatrixSink(20, 30);
    MatrixSink normalized = new MatrixSink(20, 30);
    cells.score(cells.block(enrol, 0), cells.block(test, 0), z.into(normalized).and(raw));
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 30; j++) {
        float expected = (raw.matrix().get(i, j) - (float) means[i]) * (float) (1 / deviations[i]);
        assertThat(normalized.matrix().get(i, j)).isEqualTo(expected);
      }
    }
  }

  @Test
  void refusals() {
    CellScorer cells = new CellScorer(TOLERANCE);
    MetaEmbeddings e = Precisions.ALIKE.draw(4, 15);
    CellScorer.Block other = new CellScorer(0).block(e, 0);
    assertThatIllegalArgumentException().isThrownBy(() -> new CellScorer(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> cells.block(e, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> cells.block(e, Integer.MAX_VALUE - 3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> cells.score(cells.block(e, 0), other, new CountSink(0)))
        .withMessageContaining("0.001");
    CellScorer.Block none = cells.block(e.range(0, 0), 7);
    assertThat(cells.score(none, cells.block(e, 0), new CountSink(0)).trials()).isZero();
    assertThat(cells.pairs(none, new CountSink(0)).trials()).isZero();
    assertThat(none).hasToString("0 recordings from number 7");
  }
}
