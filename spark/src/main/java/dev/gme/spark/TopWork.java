package dev.gme.spark;

import dev.gme.core.score.sink.PairSet;
import dev.gme.core.score.sink.ScoreReport;
import dev.gme.core.score.sink.TopPerEnrolmentSink;
import dev.gme.core.score.sink.TopPerTestSink;
import dev.gme.core.score.sink.TopScores;
import java.util.HashMap;
import java.util.Map;

/**
 * The best k partners of every enrolment. Where a set is scored against itself, a score counts for
 * both recordings, and a recording is no partner of itself.
 *
 * @param k how many
 * @param bothWays whether rows and columns are one set though every cell is scored, since scores
 *     are not the same both ways
 * @param scale every recording is taken for so much of what it says, 1 for all of it
 */
record TopWork(int k, boolean bothWays, double scale) implements CellWork {
  @Override
  public String describe() {
    return "the best " + k + (scale == 1 ? "" : " at scale " + scale);
  }

  /** The name of a task's part of a block. */
  static String name(int block, int task) {
    return "block-" + block + "-of-" + task;
  }

  @Override
  public Feed open(CellGrid.Task task, BlockLayout rows, BlockLayout cols, boolean isOneSet) {
    return new TopFeed(task, rows, cols, isOneSet);
  }

  private final class TopFeed implements Feed {
    private final CellGrid.Task task;
    private final BlockLayout rows;
    private final BlockLayout cols;
    private final TopPerEnrolmentSink ofRows;

    /** Null where columns are another set. */
    private TopPerTestSink ofCols;

    TopFeed(CellGrid.Task task, BlockLayout rows, BlockLayout cols, boolean isOneSet) {
      this.task = task;
      this.rows = rows;
      this.cols = cols;
      int first = rows.first(task.rowFrom());
      int n = rows.first(task.rowTo()) - first;
      boolean hasThemselves = bothWays || (isOneSet && task.rowFrom() == task.colFrom());
      ofRows =
          new TopPerEnrolmentSink(
              first, n, k, hasThemselves ? themselves(first, n) : PairSet.none(n));
      if (isOneSet) {
        int firstCol = cols.first(task.colFrom());
        ofCols = new TopPerTestSink(firstCol, cols.first(task.colTo()) - firstCol, k);
      }
    }

    /** Pairs of a recording and itself. */
    private static PairSet themselves(int first, int n) {
      int[][] same = new int[n][];
      for (int i = 0; i < n; i++) {
        same[i] = new int[] {first + i};
      }
      return PairSet.of(same);
    }

    @Override
    public ScoreReport score(Cell cell) {
      // The cell on the diagonal has every pair both ways already.
      return ofCols == null || cell.isDiagonal()
          ? cell.into(ofRows)
          : cell.into(ofRows.and(ofCols));
    }

    @Override
    public Map<String, byte[]> results() {
      Map<Integer, TopScores> byBlock = new HashMap<>();
      put(byBlock, ofRows.top(), rows, task.rowFrom(), task.rowTo());
      if (ofCols != null) {
        put(byBlock, ofCols.top(), cols, task.colFrom(), task.colTo());
      }
      Map<String, byte[]> out = new HashMap<>();
      byBlock.forEach((block, top) -> out.put(name(block, task.number()), TopPart.of(top)));
      return out;
    }

    private static void put(
        Map<Integer, TopScores> byBlock, TopScores top, BlockLayout layout, int from, int to) {
      int first = layout.first(from);
      for (int b = from; b < to; b++) {
        TopScores ofBlock = top.range(layout.first(b) - first, layout.first(b + 1) - first);
        byBlock.merge(b, ofBlock, TopScores::plus);
      }
    }
  }
}
