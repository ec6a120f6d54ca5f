package dev.gme.core.score.tile;

import dev.gme.core.Progress;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.score.sink.ScoreBand;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.ScoreSink;
import dev.gme.core.score.sink.ScoreTile;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Leads given scores through a sink as the scorer would: in ranges of rows and columns, each in an
 * order of its own, cut into bands and tiles of odd sizes.
 */
public final class MatrixBands implements BandSource {
  private static final int TILE_ROWS = 5;
  private static final int TILE_COLS = 7;

  private final FloatMatrix scores;
  private final int range;
  private final int[][] rowOrder;
  private final int[][] colOrder;

  MatrixBands(FloatMatrix scores, int range, long seed) {
    this.scores = scores;
    this.range = range;
    Random random = new Random(seed);
    rowOrder = orders(scores.rows(), range, random);
    colOrder = orders(scores.cols(), range, random);
  }

  private static int[][] orders(int n, int range, Random random) {
    int[][] out = new int[(n + range - 1) / range][];
    for (int r = 0; r < out.length; r++) {
      int[] order = new int[Math.min(range, n - r * range)];
      for (int i = 0; i < order.length; i++) {
        int j = random.nextInt(i + 1);
        order[i] = order[j];
        order[j] = i;
      }
      out[r] = order;
    }
    return out;
  }

  /** All scores, in the blocks that the sink wants. */
  public static <P> void feed(
      FloatMatrix scores, int range, long seed, ScoreSink<P> sink, Progress progress) {
    int cols = scores.cols();
    int n = scores.rows();
    BandRun<P> run = new BandRun<>(sink, progress, (long) n * cols);
    int block = Math.max(1, Math.min(n, sink.rowsAtATime(cols)));
    for (int from = 0; from < n; from += block) {
      int to = Math.min(n, from + block);
      float[] rows = Arrays.copyOfRange(scores.array(), from * cols, to * cols);
      FloatMatrix part = FloatMatrix.wrap(to - from, cols, rows);
      run.run(new MatrixBands(part, range, seed), from, to - from, range);
    }
  }

  public static <P> void feed(FloatMatrix scores, ScoreSink<P> sink) {
    feed(scores, 16, 11, sink, Progress.NONE);
  }

  @Override
  public int rowRanges() {
    return rowOrder.length;
  }

  @Override
  public ScoreReport report() {
    return ScoreReport.NONE;
  }

  @Override
  public Bands bands(int rowRange) {
    int[] order = rowOrder[rowRange];
    return new Bands() {
      @Override
      public int count() {
        return (order.length + TILE_ROWS - 1) / TILE_ROWS * colOrder.length;
      }

      @Override
      public ScoreBand band(int i) {
        int start = i / colOrder.length * TILE_ROWS;
        int c = i % colOrder.length;
        int[] place = new int[colOrder[c].length];
        for (int p = 0; p < place.length; p++) {
          place[colOrder[c][p]] = p;
        }
        return new ScoreBand(
            rowRange * range,
            order,
            start,
            Math.min(TILE_ROWS, order.length - start),
            c * range,
            colOrder[c],
            place);
      }

      @Override
      public void score(int i, ScoreBand band, Consumer<ScoreTile> to) {
        ScoreBand own = band(i);
        for (int first = 0; first < band.cols(); first += TILE_COLS) {
          int n = Math.min(TILE_COLS, band.cols() - first);
          // With room behind, as the scorer's tiles have.
          float[] tile = new float[band.rows() * n + 3];
          Arrays.fill(tile, Float.POSITIVE_INFINITY);
          for (int r = 0; r < band.rows(); r++) {
            for (int j = 0; j < n; j++) {
              tile[r * n + j] = scores.get(own.row(r), own.col(first + j));
            }
          }
          to.accept(new ScoreTile(band, first, n, tile));
        }
      }
    };
  }
}
