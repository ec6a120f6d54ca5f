package dev.gme.core.score.sink;

import dev.gme.core.linalg.FloatMatrix;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * All scores in the caller's order: a row per enrolled model, a column per test recording. Sorting
 * is undone row by row, while the row is in the cache.
 *
 * <pre>{@code
 * MatrixSink sink = new MatrixSink(enrol.size(), test.size());
 * scorer.all(sink);
 * FloatMatrix llr = sink.matrix();
 * }</pre>
 */
public final class MatrixSink implements ScoreSink<float[]> {
  private final int cols;
  private final RowWriter writer;
  private final float[] matrix;
  private final Queue<float[]> buffers = new ConcurrentLinkedQueue<>();

  /** Where rows of scores go. */
  @FunctionalInterface
  public interface RowWriter {
    /**
     * Takes scores of row {@code row} from column {@code firstCol} on; called by many threads, once
     * for every part of a row.
     *
     * @param scores {@code n} scores from {@code off} on
     */
    void write(int row, int firstCol, float[] scores, int off, int n);
  }

  /** Keeps the scores in memory. */
  public MatrixSink(int rows, int cols) {
    this.cols = cols;
    matrix = new float[Math.multiplyExact(rows, cols)];
    writer =
        (row, firstCol, scores, off, n) ->
            System.arraycopy(scores, off, matrix, row * cols + firstCol, n);
  }

  /** Hands the scores on to a writer. */
  public MatrixSink(int cols, RowWriter writer) {
    this.cols = cols;
    this.writer = writer;
    matrix = null;
  }

  /** The scores, if they went into memory. */
  public FloatMatrix matrix() {
    if (matrix == null) {
      throw new IllegalStateException("the scores went elsewhere");
    }
    return FloatMatrix.wrap(cols == 0 ? 0 : matrix.length / cols, cols, matrix);
  }

  @Override
  public float[] open(ScoreBand band) {
    // One row more, where a row is put into order.
    int n = Math.multiplyExact(band.rows() + 1, band.cols());
    float[] free = buffers.poll();
    return free == null || free.length < n ? new float[n] : free;
  }

  @Override
  public void accept(float[] buffer, ScoreTile tile) {
    int stride = tile.band().cols();
    for (int i = 0; i < tile.rows(); i++) {
      System.arraycopy(
          tile.scores(), i * tile.cols(), buffer, i * stride + tile.firstPlace(), tile.cols());
    }
  }

  @Override
  public void close(float[] buffer, ScoreBand band) {
    int n = band.cols();
    int row = band.rows() * n;
    for (int i = 0; i < band.rows(); i++) {
      band.inCallersOrder(buffer, i * n, buffer, row);
      writer.write(band.row(i), band.firstCol(), buffer, row, n);
    }
    buffers.add(buffer);
  }
}
