package dev.gme.core.score.sink;

import dev.gme.core.parallel.Workers;
import java.util.ArrayList;
import java.util.List;

/**
 * Hands on complete rows of scores, in the caller's order from the first row to the last: for files
 * that are written from top to bottom. What is made of a row, its text say, is made by all threads.
 *
 * <pre>{@code
 * ScoreSink<?> sink = new RowSink<>(enrol.size(), test.size(), new RowSink.Rows<String>() {
 *   public String make(int row, float[] scores, int off, int n) {
 *     return format(row, scores, off, n);
 *   }
 *   public void take(int row, String text) {
 *     out.print(text);
 *   }
 * });
 * }</pre>
 *
 * <p>Rows are scored in the order of their precisions, so a block of them has to be complete before
 * its first row can go: as many rows as fit into half a gibibyte.
 *
 * @param <T> what is made of a row
 */
public final class RowSink<T> implements ScoreSink<float[]> {
  /** Scores in a block; a block costs the preparation of all columns once more. */
  private static final int BLOCK = 1 << 27;

  /** Scores that a thread works on before it hands on: a tenth of a millisecond of formatting. */
  private static final int CHUNK = 1 << 14;

  private final int cols;
  private final int rowsAtATime;
  private final Rows<T> rows;
  private final float[] block;
  private final MatrixSink intoBlock;
  private int firstRow;

  /** What becomes of rows. */
  public interface Rows<T> {
    /**
     * Makes something of a row; called by many threads.
     *
     * @param scores {@code n} scores from {@code off} on, one for each column; only to be read
     *     during the call
     */
    T make(int row, float[] scores, int off, int n);

    /** Takes what was made: one call at a time, rows in ascending order. */
    void take(int row, T made);
  }

  public RowSink(int rowCount, int cols, Rows<T> rows) {
    this(rowCount, cols, rows, BLOCK);
  }

  public RowSink(int rowCount, int cols, Rows<T> rows, int blockSize) {
    this.cols = cols;
    this.rows = rows;
    rowsAtATime = Math.min(rowCount, Math.max(1, blockSize / Math.max(1, cols)));
    block = new float[rowsAtATime * cols];
    intoBlock =
        new MatrixSink(
            cols,
            (row, firstCol, scores, off, n) ->
                System.arraycopy(scores, off, block, (row - firstRow) * cols + firstCol, n));
  }

  @Override
  public float[] open(ScoreBand band) {
    return intoBlock.open(band);
  }

  @Override
  public void accept(float[] part, ScoreTile tile) {
    intoBlock.accept(part, tile);
  }

  @Override
  public void close(float[] part, ScoreBand band) {
    intoBlock.close(part, band);
  }

  @Override
  public int rowsAtATime(int columns) {
    return rowsAtATime;
  }

  @Override
  public void rowsDone(int from, int to) {
    int[] next = {from};
    OrderedMerge<List<T>> inOrder =
        new OrderedMerge<>(
            2 * Workers.threads(), made -> made.forEach(m -> rows.take(next[0]++, m)));
    int perChunk = Math.max(1, CHUNK / cols);
    Workers.forEach(
        (to - from + perChunk - 1) / perChunk,
        c -> {
          int start = from + c * perChunk;
          inOrder.run(c, () -> make(start, Math.min(to, start + perChunk)));
        });
    firstRow = to;
  }

  private List<T> make(int from, int to) {
    List<T> made = new ArrayList<>();
    for (int row = from; row < to; row++) {
      made.add(rows.make(row, block, (row - firstRow) * cols, cols));
    }
    return made;
  }
}
