package dev.gme.core.score.tile;

import dev.gme.core.Internal;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreTile;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Scores that are made in double, block by block in the caller's order. */
@Internal
public final class ExactBands implements BandSource {
  private static final int ROWS = 16;

  /** Makes the scores of some rows against some columns; called by many threads. */
  @FunctionalInterface
  public interface Block {
    /** Rows and columns from (included) to (excluded). */
    DoubleMatrix scores(int row, int rowEnd, int col, int colEnd);
  }

  private final int enrolled;
  private final int tested;
  private final Block block;
  private final int range;
  private final int colRange;

  /** The caller's numbers of the first row and column. */
  private final int rowsBefore;

  private final int colsBefore;
  private final AtomicLong trials = new AtomicLong();
  private final AtomicLong tiles = new AtomicLong();

  /** Log-likelihood ratios by the safe formula. */
  public ExactBands(MetaEmbeddings enrol, MetaEmbeddings test, int range, int colRange) {
    this(enrol.size(), test.size(), range, colRange, ratios(enrol, test));
  }

  public ExactBands(int enrolled, int tested, int range, int colRange, Block block) {
    this(enrolled, tested, range, colRange, 0, 0, block);
  }

  /** A block of rows against a block of columns, by the caller's numbers of their first ones. */
  public static ExactBands cell(
      MetaEmbeddings enrol, int firstRow, MetaEmbeddings test, int firstCol) {
    return new ExactBands(
        enrol.size(),
        test.size(),
        enrol.size(),
        test.size(),
        firstRow,
        firstCol,
        ratios(enrol, test));
  }

  private ExactBands(
      int enrolled,
      int tested,
      int range,
      int colRange,
      int rowsBefore,
      int colsBefore,
      Block block) {
    this.enrolled = enrolled;
    this.tested = tested;
    this.range = range;
    this.colRange = colRange;
    this.rowsBefore = rowsBefore;
    this.colsBefore = colsBefore;
    this.block = block;
  }

  private static Block ratios(MetaEmbeddings enrol, MetaEmbeddings test) {
    return (row, rowEnd, col, colEnd) -> enrol.range(row, rowEnd).llr(test.range(col, colEnd));
  }

  @Override
  public int rowRanges() {
    return (enrolled + range - 1) / range;
  }

  @Override
  public ScoreReport report() {
    return ScoreReport.exact(trials.get(), tiles.get());
  }

  @Override
  public Bands bands(int rowRange) {
    int firstRow = rowRange * range;
    int rows = Math.min(enrolled, firstRow + range) - firstRow;
    int across = (tested + colRange - 1) / colRange;
    int[] identity = new int[Math.max(rows, Math.min(colRange, tested))];
    for (int i = 0; i < identity.length; i++) {
      identity[i] = i;
    }
    return new Bands() {
      @Override
      public int count() {
        return (rows + ROWS - 1) / ROWS * across;
      }

      @Override
      public ScoreBand band(int i) {
        int start = i / across * ROWS;
        int firstCol = i % across * colRange;
        int cols = Math.min(tested, firstCol + colRange) - firstCol;
        int[] order = cols == identity.length ? identity : Arrays.copyOf(identity, cols);
        return new ScoreBand(
            rowsBefore + firstRow,
            identity,
            start,
            Math.min(rows, start + ROWS) - start,
            colsBefore + firstCol,
            order,
            order);
      }

      @Override
      public void score(int i, ScoreBand band, Consumer<ScoreTile> to) {
        int from = firstRow + i / across * ROWS;
        int col = i % across * colRange;
        DoubleMatrix made = block.scores(from, from + band.rows(), col, col + band.cols());
        float[] scores = new float[made.array().length];
        for (int k = 0; k < scores.length; k++) {
          scores[k] = (float) made.array()[k];
        }
        trials.addAndGet(scores.length);
        tiles.incrementAndGet();
        to.accept(new ScoreTile(band, 0, band.cols(), scores));
      }
    };
  }
}
